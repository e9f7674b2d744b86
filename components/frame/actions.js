// Buttons beside the navigation. Light or dark is Streamlit's own choice, kept by it for the path
// that was opened: it is made in its menu, and copied to the paths of all pages, so that a reload
// anywhere begins with it.

const OPENED = keyOf(location.pathname);
const SCHEMES = { light: "Light", dark: "Dark" };
const PAGES = ["evidence", "structure", "chunks"].map((name) => `.st-key-${name}-pages`).join();
let presenting = false;
let tell = () => {};
let listening = new AbortController();

export default function ({ data, parentElement, setTriggerValue }) {
  tell = (pressed) => setTriggerValue("pressed", pressed);
  const began = data.presenting && !presenting;
  const ended = presenting && !data.presenting;
  presenting = data.presenting;
  copyScheme(data.paths);
  const bar = parentElement.querySelector(".actions") ?? parentElement.appendChild(made("div"));
  bar.className = "actions";
  draw(bar, buttonsOf(data, bar));
  if (began) focusPages();
  if (ended) appearing(() => focused(bar.querySelector("[data-name=present]")));
  listen();
}

// One listener for the window: where this is drawn anew, what goes may end after what comes begins.
function listen() {
  listening.abort();
  listening = new AbortController();
  addEventListener("keydown", pressed, { signal: listening.signal });
}

function buttonsOf({ presentable, paths }, bar) {
  if (presenting) return [["leave", "✕", "Leave", "Leave the presenter's view (Escape)", say("leave")]];
  const scheme = () => switchScheme(bar, paths);
  const page = "Presenter's view: the marked page alone";
  const anew = "Back to the beginning: documents and conversations stay";
  return [
    ["scheme", "◐", "Light/dark", "Light or dark", scheme],
    ...(presentable ? [["present", "", "Present", page, say("present")]] : []),
    ["anew", "↺", "Start over", anew, say("anew")],
  ];
}

function say(pressed) {
  return () => tell(pressed);
}

// Buttons that stay are not made anew, so that they keep the focus.
function draw(bar, buttons) {
  const names = buttons.map(([name]) => name).join();
  if (bar.dataset.names === names) return;
  bar.dataset.names = names;
  bar.replaceChildren(...buttons.map((each) => button(...each)));
}

function made(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

// In a narrow window a sign alone stands for its words.
function button(name, sign, words, label, act) {
  const drawn = made("button", { type: "button", title: label, onclick: act });
  drawn.dataset.name = name;
  drawn.setAttribute("aria-label", words);
  if (sign) drawn.append(made("span", { textContent: sign, ariaHidden: "true" }));
  drawn.append(made("span", { textContent: words, className: sign ? "words" : "" }));
  return drawn;
}

function pressed(event) {
  if (!presenting || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous" };
  const way = `.st-key-way-${step[event.key]} button:not(:disabled)`;
  const button = event.key in step ? document.querySelector(way) : null;
  if (event.key === "Escape") tell("leave");
  else if (button) button.click();
  else return; // the keys scroll the page
  event.preventDefault();
}

async function focusPages() {
  const pages = await appearing(() => document.querySelector(PAGES));
  const frame = pages && (await appearing(() => shadowed(pages)?.querySelector(".scroll")));
  frame?.focus({ preventScroll: true });
}

// Whether it has the focus now, which nothing takes that is not in sight yet.
function focused(button) {
  button?.focus();
  return button?.matches(":focus");
}

function shadowed(element) {
  return [...element.querySelectorAll("*")].find((each) => each.shadowRoot)?.shadowRoot;
}

function keyOf(path) {
  return `stActiveTheme-${path}-v2`;
}

function isDark(element) {
  const [red, green, blue] = getComputedStyle(document.querySelector(".stApp") ?? element)
    .backgroundColor.match(/\d+/g)
    .map(Number);
  return red + green + blue < 384;
}

function copyScheme(paths) {
  const chosen = localStorage.getItem(OPENED);
  const base = location.pathname.replace(/[^/]*$/, "");
  if (chosen) for (const path of paths) localStorage.setItem(keyOf(base + path), chosen);
}

async function switchScheme(bar, paths) {
  const chosen = SCHEMES[isDark(bar) ? "light" : "dark"];
  const menu = document.querySelector('[data-testid="stMainMenuButton"]');
  menu?.click();
  const item = menu && (await appearing(() => itemOf(chosen)));
  item?.click();
  if (document.querySelector('[data-testid="stMainMenuList"]')) menu.click();
  localStorage.setItem(OPENED, JSON.stringify(chosen));
  copyScheme(paths);
  if (!item) location.reload();
  await appearing(() => document.activeElement === menu); // the menu gives its button the focus
  bar.querySelector("[data-name=scheme]")?.focus();
}

function itemOf(name) {
  const items = document.querySelectorAll('[data-testid="stThemeSwitcher"] [role="menuitemradio"]');
  return [...items].find((item) => (item.ariaLabel ?? item.textContent).includes(name));
}

// What is drawn a moment later; null if it is not.
async function appearing(look) {
  for (let frame = 0; frame < 30; frame++) {
    await new Promise(requestAnimationFrame);
    const seen = look();
    if (seen) return seen;
  }
  return null;
}
