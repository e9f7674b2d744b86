// Where what has the focus is taken off the page or switched off, the browser lets the focus fall
// to the whole page: Escape closes no dialog then, and Tab begins at the top. Here it goes to what
// stands in the same place by now, else into the dialog, else to a button nearby. A form that comes
// into a dialog has the focus in its first field, so that what is typed goes nowhere else.

const BUTTONS = "button:not(:disabled), a[href], summary, [role=radio]";
const FIELDS = "input:not(:disabled), textarea:not(:disabled), [contenteditable=true]";
const DIALOG = "[role=dialog]";
const FORM = `${DIALOG} [data-testid=stForm]`;
const SETTLED = 150; // milliseconds after which an app that draws itself anew has its parts again
let last = null; // what had the focus: the element, those around it, its place among its siblings
let timer = 0;
let beginning = 0;

export default function () {
  if (window.sightlineFocus) return;
  window.sightlineFocus = true;
  document.addEventListener("focusin", ({ target }) => (last = remembered(target)));
  document.addEventListener("pointerdown", ({ target }) => left(target), true);
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] };
  new MutationObserver(changed).observe(document.body, changes);
}

function remembered(element) {
  const around = [];
  for (let at = element.parentElement; at; at = at.parentElement) around.push(at);
  const keyed = around.find((each) => keyOf(each));
  const place = keyed ? reachable(keyed, true).indexOf(element) : -1;
  return { element, around, key: keyed && keyOf(keyed), place };
}

function keyOf(element) {
  return [...element.classList].find((name) => name.startsWith("st-key-"));
}

function reachable(element, fields = false) {
  const all = [...element.querySelectorAll(fields ? `${BUTTONS}, ${FIELDS}` : BUTTONS)];
  return all.filter((each) => each.checkVisibility({ visibilityProperty: true }));
}

// Who points elsewhere leaves the place on purpose. That the focus goes out says less: it does so
// before an element is taken off, too.
function left(target) {
  if (!last?.element.contains(target)) last = null;
}

function isThere(element) {
  return element.isConnected && !element.disabled;
}

function isLost() {
  return document.activeElement === document.body && document.hasFocus();
}

function changed(records) {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some((node) => node.querySelector && (node.matches(FORM) || node.querySelector(FORM))))
    awaitField();
  // The browser takes the focus off what is switched off a moment later.
  if (!last || (isThere(last.element) && !isLost())) return;
  clearTimeout(timer);
  timer = setTimeout(restore, SETTLED);
}

// A slow computer draws the form before its fields, some of which may wait for their script longer
// than others, and may take what is focused off once more: the focus is in the form when it is found
// there twice.
function awaitField(settled = false) {
  clearTimeout(beginning);
  beginning = setTimeout(() => beginForm(settled), SETTLED);
}

function beginForm(settled) {
  const form = document.querySelector(FORM);
  if (!form) return;
  if (form.querySelector("[data-testid=stSkeleton]")) return awaitField();
  const inside = document.activeElement.matches(FIELDS) || form.contains(document.activeElement);
  if (!inside) form.querySelector(FIELDS)?.focus({ preventScroll: true });
  if (!(inside && settled)) awaitField(inside);
}

function restore() {
  if (!last || !isLost()) return;
  const dialog = last.around.find((each) => each.matches(DIALOG) && each.isConnected);
  (isThere(last.element) ? last.element : same() ?? dialog ?? near())?.focus({ preventScroll: true });
}

function same() {
  const keyed = last.key && document.querySelector(`.${CSS.escape(last.key)}`);
  return keyed ? reachable(keyed, true)[last.place] : undefined;
}

function near() {
  const around = last.around.filter((each) => each.isConnected && each !== document.body);
  return around.map((each) => reachable(each)[0]).find(Boolean);
}
