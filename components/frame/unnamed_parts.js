
// What Streamlit leaves without a role or a name, or out of reach of keys, is given these wherever
// it appears: no style sheet can, and its own markup takes none.

const QUESTION = "sightline-question";
const LACKING = {
  '[data-testid="stChatInput"]': { id: QUESTION },
  // Menus and hints open in it, beside all landmarks.
  "#stFloatingOverlayPortal": { role: "region", "aria-label": "Menus and hints" },
  '[data-testid="stMainMenuPopover"]': { role: "region", "aria-label": "Menu of the app" },
  // It has a name and takes files, which is no mere look.
  '[data-testid="stFileUploaderDropzone"][role="presentation"]': { role: "group" },
  '[data-testid="stToast"]:not([aria-label])': { "aria-label": "Notice" },
};
const SCROLLING = '[data-testid="stVerticalBlock"][overflow="auto"], [data-testid="stPopoverBody"]';
const NAMED = { role: "group", "aria-label": "Scrolls with arrow keys" };
const REACHED = "a[href], button, input, select, textarea, [tabindex='0']";
// Before the app's own link, which leads past the navigation, and as that looks.
const toQuestion = Object.assign(document.createElement("a"), {
  href: `#${QUESTION}`,
  textContent: "Skip to the question box",
  onclick: (event) => {
    event.preventDefault(); // the address names what is shown
    question()?.focus();
  },
});
let waits = false;

function complete() {
  waits = false;
  for (const [selector, attributes] of Object.entries(LACKING))
    for (const element of document.querySelectorAll(selector)) give(element, attributes);
  for (const block of document.querySelectorAll(SCROLLING))
    if (block.scrollHeight > block.clientHeight && !block.querySelector(REACHED))
      give(block, { ...(block.role && block.role !== "group" ? {} : NAMED), tabindex: "0" });
  toQuestion.className = document.querySelector('[data-testid="stSkipToContent"]')?.className ?? "";
  toQuestion.hidden = !question()?.checkVisibility({ visibilityProperty: true });
  if (!toQuestion.isConnected) document.body.prepend(toQuestion);
}

function question() {
  return document.querySelector(`#${QUESTION} textarea`);
}

function give(element, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function completeSoon() {
  if (!waits) setTimeout(complete, 100);
  waits = true;
}

if (!window.sightlineCompletes) {
  window.sightlineCompletes = new MutationObserver(completeSoon);
  window.sightlineCompletes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["height", "style"], // a frame of another page grows once it is drawn
  });
  completeSoon();
}
