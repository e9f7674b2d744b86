// A tree as an outline: collapsible, searchable, usable with the keyboard alone.

const OPEN_AT_FIRST = 250; // rows; a larger tree starts with its upper levels only
const views = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!views.has(parentElement)) views.set(parentElement, new Outline(parentElement));
  const view = views.get(parentElement);
  view.tell = (node) => setTriggerValue("chosen", node);
  view.show(data);
}

function make(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

class Outline {
  constructor(parent) {
    this.name = null;
    this.open = new Set();
    this.root = make("div", "outline");
    this.search = make("input", "search", { type: "search", placeholder: "Find in the outline" });
    this.search.setAttribute("aria-label", "Find in the outline");
    this.found = make("div", "found", { hidden: true });
    this.found.setAttribute("role", "status");
    this.list = make("div", "rows");
    this.list.setAttribute("role", "tree");
    this.root.append(this.search, this.found, this.list);
    parent.append(this.root);
    this.search.addEventListener("input", () => this.draw());
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("keydown", (event) => this.key(event));
  }

  show(data) {
    const fresh = data.name !== this.name;
    const moved = fresh || data.selected !== this.data.selected;
    this.data = data;
    this.name = data.name;
    if (fresh) this.read();
    if (moved) for (const above of this.above(this.at(data.selected))) this.open.add(above);
    this.list.setAttribute("aria-label", data.label);
    this.draw();
    if (moved) this.reveal();
  }

  // Rows come in depth-first order, so a row's parent is the last row above it that is higher.
  read() {
    this.rows = this.data.rows.map(([node, depth, kind, label, page, section, note, colour]) => ({
      node, depth, kind, label, page, section, note, colour, children: 0, parent: -1,
    }));
    const path = [];
    this.rows.forEach((row, at) => {
      path.length = row.depth;
      row.parent = path.at(-1) ?? -1;
      if (row.parent >= 0) this.rows[row.parent].children += 1;
      path.push(at);
    });
    const all = this.rows.length <= OPEN_AT_FIRST;
    this.open = new Set([...this.rows.keys()].filter((at) => all || this.rows[at].depth < 1));
    this.search.value = "";
    this.list.scrollTop = 0;
  }

  at(node) {
    return this.rows.findIndex((row) => row.node === node);
  }

  above(at) {
    const path = [];
    for (let up = this.rows[at]?.parent ?? -1; up >= 0; up = this.rows[up].parent) path.push(up);
    return path;
  }

  // While something is looked for: what matches, and the sections above it.
  matching(words) {
    const kept = new Set();
    let count = 0;
    this.rows.forEach(({ label }, at) => {
      if (!label.toLowerCase().includes(words)) return;
      count += 1;
      kept.add(at);
      for (const above of this.above(at)) kept.add(above);
    });
    return [kept, count];
  }

  draw() {
    const words = this.search.value.trim().toLowerCase();
    const [kept, count] = words ? this.matching(words) : [null, 0];
    this.found.hidden = !words;
    this.found.textContent = count === 1 ? "1 match" : `${count} matches`;
    const held = this.root.getRootNode().activeElement?.dataset?.at;
    const drawn = document.createDocumentFragment();
    let hiddenBelow = Infinity;
    this.rows.forEach((row, at) => {
      if (kept ? !kept.has(at) : row.depth > hiddenBelow) return;
      hiddenBelow = this.open.has(at) ? Infinity : row.depth;
      drawn.append(this.row(row, at, words));
    });
    this.list.replaceChildren(drawn);
    const stop = this.list.querySelector('[aria-selected="true"]') ?? this.list.firstElementChild;
    if (stop) stop.tabIndex = 0;
    if (held !== undefined) this.list.querySelector(`[data-at="${held}"]`)?.focus();
  }

  row({ node, depth, kind, label, page, section, note, colour, children }, at, words) {
    const made = make("div", "row", { tabIndex: -1, title: label });
    const open = this.open.has(at) || Boolean(words);
    made.dataset.at = at;
    made.dataset.node = node;
    made.classList.toggle("leaf", children === 0);
    made.classList.toggle("section", section);
    made.style.setProperty("--depth", depth);
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-level", depth + 1);
    made.setAttribute("aria-selected", String(node === this.data.selected));
    if (children) made.setAttribute("aria-expanded", String(open));
    const text = make("span", "label");
    this.write(text, label, words);
    made.append(make("span", "turn", { textContent: open ? "▾" : "▸" }));
    if (kind) made.append(make("span", "kind", { textContent: kind }));
    if (colour) made.style.borderLeftColor = colour;
    made.append(text, make("span", "note", { textContent: note }));
    made.append(make("span", "page", { textContent: page ? `p. ${page}` : "" }));
    return made;
  }

  write(into, label, words) {
    const from = words ? label.toLowerCase().indexOf(words) : -1;
    if (from < 0) return into.append(label);
    const to = from + words.length;
    into.append(label.slice(0, from), make("mark", "", { textContent: label.slice(from, to) }));
    into.append(label.slice(to));
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    if (event.target.closest(".turn")) this.toggle(Number(row.dataset.at));
    else this.tell(Number(row.dataset.node));
  }

  toggle(at, open = !this.open.has(at)) {
    if (open) this.open.add(at);
    else this.open.delete(at);
    this.draw();
  }

  key(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const at = Number(row.dataset.at);
    const acts = {
      ArrowDown: () => row.nextElementSibling?.focus(),
      ArrowUp: () => row.previousElementSibling?.focus(),
      Home: () => this.list.firstElementChild.focus(),
      End: () => this.list.lastElementChild.focus(),
      ArrowRight: () => this.toggle(at, true),
      ArrowLeft: () => this.closeOrRise(at),
      Enter: () => this.tell(Number(row.dataset.node)),
      " ": () => this.tell(Number(row.dataset.node)),
    };
    if (!(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  closeOrRise(at) {
    const { children, parent } = this.rows[at];
    if (children && this.open.has(at)) this.toggle(at, false);
    else this.list.querySelector(`[data-at="${parent}"]`)?.focus();
  }

  reveal() {
    const row = this.list.querySelector('[aria-selected="true"]');
    if (!row) return;
    const [frame, box] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (box.top >= frame.top && box.bottom <= frame.bottom) return;
    this.list.scrollTop += box.top - frame.top - frame.height / 3;
  }
}
