// Decisions about what is in view, by button and by key. Nothing is accepted before all of its
// lines have been in sight (page_view/sight.js tells which have): the key shows the rest instead.
// A key without Alt decides only what could be looked at: whoever types ahead decides nothing.

const DECISIONS = [
  ["accepted", "Accept", "a"],
  ["unsure", "Unsure", "u"],
  ["rejected", "Reject", "r"],
];
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const LAYERS = ["stDialog", "stPopoverBody", "stMainMenuPopover"]
  .map((name) => `[data-testid=${name}]`)
  .join();
const BURST = 500; // milliseconds within which letters belong to the same typing
const SILENT = "sightline-keys-off";
const bars = new WeakMap(); // one for each place on the app's page

export default function ({ data, parentElement, setTriggerValue }) {
  if (!bars.has(parentElement)) bars.set(parentElement, new CheckBar(parentElement));
  const bar = bars.get(parentElement);
  bar.tell = (decided) => setTriggerValue("decided", decided);
  bar.show(data);
}

function make(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

class CheckBar {
  constructor(parent) {
    this.data = null;
    this.waits = false; // a decision is on its way: the next one is of what comes then
    this.since = null; // when the last of the lines came in sight
    this.ignored = -Infinity; // when a key was last left aside
    this.of = null; // what the comment that is being written is about
    this.root = make("div", "checks");
    this.root.setAttribute("role", "group");
    this.buttons = new Map();
    this.acts = new Map(); // by key
    for (const [decision, label, key] of DECISIONS)
      this.button(decision, label, key, () => this.decide(decision));
    this.button("comment", "Comment", "c", () => this.write());
    this.button("undo", "Undo", "z", () => this.send({ act: "undo" }));
    this.root.append(this.switchOfKeys(), this.progress(), this.form());
    this.note = make("div", "note");
    this.root.append(this.note);
    parent.append(this.root);
    this.listen();
  }

  button(name, label, key, act) {
    const made = make("button", name, { type: "button" });
    made.append(make("span", "", { textContent: label }));
    const alone = key.toUpperCase();
    made.append(make("kbd", "", { textContent: alone }));
    made.lastChild.setAttribute("aria-hidden", "true");
    made.setAttribute("aria-keyshortcuts", `${alone} Alt+${alone}`);
    made.title = `${alone}, or Alt+${alone} while typing; Escape leaves an empty field`;
    made.addEventListener("click", act);
    this.buttons.set(name, made);
    this.acts.set(key, act);
    this.root.append(made);
  }

  switchOfKeys() {
    this.keys = make("button", "keys", { type: "button", textContent: "⌨" });
    this.keys.setAttribute("aria-label", "Single keys");
    this.keys.title = "Keys without Alt, on or off. In a field for text they never decide.";
    this.keys.addEventListener("click", () => {
      sessionStorage.setItem(SILENT, this.silent() ? "" : "yes");
      this.draw();
    });
    return this.keys;
  }

  progress() {
    const place = make("span", "progress");
    this.bar = make("progress", "");
    this.count = make("span", "count");
    this.bar.setAttribute("aria-label", "Checked");
    place.append(this.bar, this.count);
    return place;
  }

  form() {
    this.field = make("input", "", { type: "text", maxLength: 1000, placeholder: "Comment" });
    this.writing = make("form", "", { hidden: true });
    const save = make("button", "", { type: "submit", textContent: "Save" });
    const leave = make("button", "", { type: "button", textContent: "Cancel" });
    leave.addEventListener("click", () => this.write(false));
    this.writing.append(this.field, save, leave);
    this.writing.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.send({ act: "comment", comment: this.field.value }, this.of)) this.write(false);
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.write(false);
    });
    return this.writing;
  }

  listen() {
    const key = (event) => {
      if (this.root.isConnected) this.key(event);
    };
    addEventListener("keydown", key, true); // before the app's own keys: R would run it again
    document.addEventListener("sightline-seen", () => this.root.isConnected && this.draw());
  }

  silent() {
    return sessionStorage.getItem(SILENT) === "yes";
  }

  key(event) {
    const { altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
    if (ctrlKey || metaKey || shiftKey) return;
    const typing = event.composedPath().some((each) => each.matches?.(FIELDS));
    if (this.isCovered()) return !typing && this.swallow(event);
    if (typing && event.key === "Escape") return this.leave(event.composedPath()[0]);
    if (!altKey && (typing || this.silent())) return;
    const ahead = !altKey && event.key.length === 1 && this.isAhead();
    const written = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace("Key", "");
    const act = this.acts.get(written.toLowerCase());
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    // From a field the keys need Alt; the hand that has left it for them goes on without.
    if (typing && written !== "c") this.buttons.get("comment").focus({ preventScroll: true });
    if (!repeat && !ahead) act();
  }

  // A letter over a dialog that no field takes does nothing: R would have the app draw its page
  // anew without the dialog, and the letters behind it would decide.
  swallow(event) {
    if (/^[a-z]$/i.test(event.key)) event.stopPropagation();
  }

  // Out of an empty field, as that for the next question, so that keys decide without Alt.
  leave(field) {
    if (field.value === "") this.buttons.get("comment").focus({ preventScroll: true });
  }

  // Under a dialog or a popover, or while only the page is shown, as to an audience.
  isCovered() {
    return document.querySelector(LAYERS) || getComputedStyle(this.root).visibility === "hidden";
  }

  // Whether a letter is of a typing that began before what is in view could be looked at.
  isAhead() {
    const now = performance.now();
    const unseen = this.data.lines > 0 && this.sight() === "none";
    const ahead = this.waits || unseen || now - this.ignored < BURST;
    if (ahead) this.ignored = now;
    return ahead;
  }

  show(data) {
    const other = data.item !== this.data?.item || data.place !== this.data?.place;
    if (other) this.since = null;
    if (other && !this.isWriting()) this.write(false);
    this.waits = false;
    this.data = data;
    this.draw();
  }

  // What was in sight once stays seen, also while something else of the page is lit.
  sight() {
    if (this.since !== null) return "all";
    const { name, id, seen, lines } = window.sightlineSeen ?? {};
    const own = name === this.data.name && id === this.data.place && this.data.lines > 0;
    if (!own || !lines) return "none";
    return seen < lines ? "some" : "all";
  }

  draw() {
    if (!this.data) return;
    const { decision, undo, checked, items, comment, label, further } = this.data;
    const sight = this.sight();
    if (sight === "all") this.since ??= performance.now();
    this.root.setAttribute("aria-label", `Check ${label}`);
    for (const [name] of DECISIONS)
      this.buttons.get(name).setAttribute("aria-pressed", String(decision === name));
    this.able("accepted", sight !== "none");
    this.able("undo", undo);
    const accept = sight === "some" ? "Show the other lines" : further ? "Next lines" : "Accept";
    this.say(this.buttons.get("accepted").firstChild, accept);
    this.keys.setAttribute("aria-pressed", String(!this.silent()));
    this.root.classList.toggle("silent", this.silent());
    this.bar.max = items;
    this.bar.value = checked;
    this.say(this.count, `${checked} of ${items} checked`);
    this.say(this.note, this.noteOf(comment));
    this.note.hidden = !this.note.textContent;
    this.root.dataset.sight = sight; // what tests and style sheets can wait for
    this.root.dataset.item = this.data.item;
  }

  say(place, words) {
    if (place.textContent !== words) place.textContent = words;
  }

  noteOf(comment) {
    return [this.data.obstacle, comment && `Comment: ${comment}`].filter(Boolean).join(" ");
  }

  able(name, can) {
    this.buttons.get(name).setAttribute("aria-disabled", String(!can));
  }

  decide(decision) {
    const sight = this.sight();
    if (decision === "accepted" && sight === "none") return;
    if (decision === "accepted" && sight === "some")
      return document.dispatchEvent(new CustomEvent("sightline-show-rest"));
    const seconds = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    this.send({ act: decision, seconds });
  }

  // Whether it was told; one thing after the other is.
  send(decided, { item, place } = this.data) {
    if (this.waits || (decided.act === "undo" && !this.data.undo)) return false;
    this.waits = true;
    this.tell({ ...decided, item, place, serial: this.data.serial });
    return true;
  }

  isWriting() {
    if (this.writing.hidden) return false;
    return this.hasFocus() || this.field.value !== this.of.comment;
  }

  hasFocus() {
    return this.root.getRootNode().activeElement === this.field;
  }

  write(open = true) {
    if (open && this.waits) return;
    const focused = this.hasFocus();
    const reopened = open && this.isWriting();
    this.writing.hidden = !open;
    if (open && !reopened) {
      this.of = this.data;
      this.field.value = this.of.comment;
      this.field.setAttribute("aria-label", `Comment on ${this.of.label}`);
      this.field.placeholder = `Comment on ${this.of.label}`;
    }
    if (open) this.field.focus();
    else if (focused) this.buttons.get("comment").focus();
  }
}
