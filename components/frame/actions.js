// Buttons beside the navigation. Light or dark is Streamlit's own choice, kept by it for the path
// that was opened: it is made in its menu, and copied to the paths of all pages, so that a reload
// anywhere begins with it.

const OPENED = keyOf(location.pathname);
const SCHEMES = { light: "Light", dark: "Dark" };
let presenting = false;
let tell = () => {};

export default function ({ data, parentElement, setTriggerValue }) {
  tell = (pressed) => setTriggerValue("pressed", pressed);
  presenting = data.presenting;
  copyScheme(data.paths);
  const bar = parentElement.querySelector(".actions") ?? parentElement.appendChild(made("div"));
  bar.className = "actions";
  bar.replaceChildren(
    ...(presenting
      ? [button("✕ Leave", "Leave the presenter's view (Escape)", () => tell("leave"))]
      : [
          button("◐", "Light or dark", () => switchScheme(parentElement, data.paths)),
          ...(data.presentable
            ? [button("Present", "Presenter's view: the marked page alone", () => tell("present"))]
            : []),
          button("↺", "Back to the beginning: documents stay", () => tell("anew")),
        ]),
  );
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

function made(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

function button(text, label, act) {
  const one = made("button", { type: "button", textContent: text, title: label, onclick: act });
  one.setAttribute("aria-label", label);
  return one;
}

function pressed(event) {
  if (!presenting || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous" };
  if (event.key === "Escape") tell("leave");
  else if (event.key in step)
    document.querySelector(`.st-key-way-${step[event.key]} button:not(:disabled)`)?.click();
  else return;
  event.preventDefault();
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

async function switchScheme(element, paths) {
  const chosen = SCHEMES[isDark(element) ? "light" : "dark"];
  const menu = document.querySelector('[data-testid="stMainMenuButton"]');
  menu?.click();
  const item = menu && (await found('[data-testid="stThemeSwitcher"] [role="menuitemradio"]', chosen));
  item?.click();
  if (document.querySelector('[data-testid="stMainMenuList"]')) menu.click();
  localStorage.setItem(OPENED, JSON.stringify(chosen));
  copyScheme(paths);
  if (!item) location.reload();
}

// The menu is drawn a moment after it was opened.
async function found(selector, name) {
  for (let frame = 0; frame < 30; frame++) {
    await new Promise(requestAnimationFrame);
    const items = [...document.querySelectorAll(selector)];
    const item = items.find((one) => (one.ariaLabel ?? one.textContent).includes(name));
    if (item) return item;
  }
  return null;
}
