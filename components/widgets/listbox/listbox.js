// Rows of which one is chosen, by pointer or keyboard: a tree, chunks, or a table.

const OPEN_AT_FIRST = 250; // rows; a larger tree starts with its upper levels only
const PAUSE = 120; // ms: a key held down chooses only where it stops
const views = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const kinds = { tree: Tree, chunks: Chunks, table: Table };
  if (!views.has(parentElement)) views.set(parentElement, new kinds[data.kind](parentElement));
  const view = views.get(parentElement);
  view.send = (id) => setTriggerValue("chosen", id);
  view.show(data);
}

function make(tag, className, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), { className, ...properties });
  made.append(...children);
  return made;
}

class Listbox {
  constructor(parent, role = null) {
    this.data = {};
    this.list = make("div", "rows", { role });
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.root = make("div", "frame", {}, this.list);
    parent.append(this.root);
  }

  show(data) {
    const fresh = data.name !== this.data.name;
    const sent = JSON.stringify(data.rows);
    const changed = fresh || sent !== this.sent;
    const moved = changed || data.selected !== this.data.selected;
    Object.assign(this, { data, sent });
    if (this.list.role) this.list.ariaLabel = data.label;
    if (changed) this.read();
    if (fresh) this.list.scrollTop = 0;
    const opened = moved && this.unfold();
    if (changed || opened) this.draw();
    else this.mark();
    if (moved) this.reveal();
  }

  read() {}

  // Whether rows come into sight that the chosen one needs.
  unfold() {
    return false;
  }

  draw() {
    const active = this.root.getRootNode().activeElement;
    const id = this.list.contains(active) ? active.closest(".row")?.dataset.id : undefined;
    const drawn = document.createDocumentFragment();
    drawn.append(...this.items());
    this.list.replaceChildren(drawn);
    this.mark();
    if (id !== undefined) this.focus(this.elements().find((row) => row.dataset.id === id));
  }

  elements() {
    return [...this.list.querySelectorAll(".row")];
  }

  mark() {
    const all = this.elements();
    for (const row of all) {
      row.setAttribute("aria-selected", String(row.dataset.id === String(this.data.selected)));
      row.tabIndex = -1;
    }
    const stop = this.chosen() ?? all[0];
    if (stop) stop.tabIndex = 0;
  }

  chosen() {
    return this.list.querySelector('[aria-selected="true"]');
  }

  focus(row) {
    row?.focus();
  }

  tell(row) {
    clearTimeout(this.waiting);
    this.send(row.dataset.id);
  }

  click(event) {
    const row = event.target.closest(".row");
    if (row) this.tell(row);
  }

  key(event) {
    const row = event.target.closest(".row");
    const act = row && this.keys(row)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  keys(row) {
    return {
      ArrowDown: () => this.step(row.nextElementSibling),
      ArrowUp: () => this.step(row.previousElementSibling),
      Home: () => this.step(this.list.firstElementChild),
      End: () => this.step(this.list.lastElementChild),
      Enter: () => this.tell(row),
      " ": () => this.tell(row),
    };
  }

  step(row) {
    this.focus(row);
  }

  reveal() {
    const row = this.chosen();
    if (!row) return;
    const [frame, box] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (box.top >= frame.top && box.bottom <= frame.bottom) return;
    this.list.scrollTop += box.top - frame.top - frame.height / 3;
  }
}

class Tree extends Listbox {
  constructor(parent) {
    super(parent, "tree");
    this.open = new Set();
    this.search = make("input", "search", { type: "search", placeholder: "Find in this list" });
    this.search.setAttribute("aria-label", "Find in this list");
    this.search.addEventListener("input", () => this.draw());
    this.found = make("div", "found", { hidden: true });
    this.found.setAttribute("role", "status");
    this.root.classList.add("tree");
    this.root.prepend(this.search, this.found);
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

  unfold() {
    const closed = this.above(this.at(this.data.selected)).filter((at) => !this.open.has(at));
    for (const at of closed) this.open.add(at);
    return closed.length > 0;
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
    const shown = new Set();
    let count = 0;
    this.rows.forEach(({ label }, at) => {
      if (!label.toLowerCase().includes(words)) return;
      count += 1;
      for (const row of [at, ...this.above(at)]) shown.add(row);
    });
    return [shown, count];
  }

  items() {
    const words = this.search.value.trim().toLowerCase();
    const [shown, count] = words ? this.matching(words) : [null, 0];
    this.found.hidden = !words;
    this.found.textContent = count === 1 ? "1 match" : `${count} matches`;
    const drawn = [];
    let hiddenBelow = Infinity;
    this.rows.forEach((row, at) => {
      if (shown ? !shown.has(at) : row.depth > hiddenBelow) return;
      hiddenBelow = this.open.has(at) ? Infinity : row.depth;
      drawn.push(this.row(row, at, words));
    });
    return drawn;
  }

  row({ node, depth, kind, label, page, section, note, colour, children }, at, words) {
    const made = make("div", "row", { title: label, role: "treeitem", ariaLevel: depth + 1 });
    const open = this.open.has(at) || Boolean(words);
    Object.assign(made.dataset, { id: node, at });
    made.classList.toggle("leaf", children === 0);
    made.classList.toggle("section", section);
    made.style.setProperty("--depth", depth);
    if (colour) made.style.borderLeftColor = colour;
    if (children) made.setAttribute("aria-expanded", String(open));
    made.append(make("span", "turn", { textContent: open ? "▾" : "▸" }));
    if (kind) made.append(make("span", "kind", { textContent: kind }));
    made.append(
      make("span", "label", { dir: "auto" }, ...this.emphasised(label, words)),
      make("span", "note", { textContent: note }),
      make("span", "page", { textContent: page ? `p. ${page}` : "" }),
    );
    return made;
  }

  emphasised(label, words) {
    const from = words ? label.toLowerCase().indexOf(words) : -1;
    if (from < 0) return [label];
    const to = from + words.length;
    const match = make("mark", "", { textContent: label.slice(from, to) });
    return [label.slice(0, from), match, label.slice(to)];
  }

  tell(row) {
    this.send(Number(row.dataset.id));
  }

  click(event) {
    const row = event.target.closest(".turn")?.closest(".row");
    if (row) this.toggle(Number(row.dataset.at));
    else super.click(event);
  }

  toggle(at, open = !this.open.has(at)) {
    if (open) this.open.add(at);
    else this.open.delete(at);
    this.draw();
  }

  keys(row) {
    const at = Number(row.dataset.at);
    const [ArrowRight, ArrowLeft] = [() => this.toggle(at, true), () => this.closeOrRise(at)];
    return { ...super.keys(row), ArrowRight, ArrowLeft };
  }

  closeOrRise(at) {
    const { children, parent } = this.rows[at];
    if (children && this.open.has(at)) this.toggle(at, false);
    else this.focus(this.list.querySelector(`[data-at="${parent}"]`));
  }
}

class Chunks extends Listbox {
  constructor(parent) {
    super(parent, "listbox");
    this.root.classList.add("chunks");
  }

  items() {
    const { rows } = this.data;
    const signed = rows.some((row) => row[8]);
    this.list.classList.toggle("signed", signed);
    if (rows.length) return rows.map((row) => this.row(row, signed));
    return [make("div", "none", { textContent: "No chunk fits what is looked for." })];
  }

  row([id, number, colour, text, path, pages, tokens, size, signature, edge, note], signed) {
    const about = [note, signature, text].filter(Boolean).join(". ");
    const ariaLabel = `Chunk ${number}, page ${pages}, ${size} tokens: ${about}`;
    const made = make("div", "row", { role: "option", ariaLabel });
    made.dataset.id = id;
    if (edge) made.dataset.edge = edge;
    made.style.setProperty("--ink", colour);
    const words = make("div", "words");
    if (signed) {
      const title = `Signature: ${signature}`;
      words.append(make("div", "signature", { textContent: signature, title, dir: "auto" }));
    }
    const below = make("div", "path", { textContent: path, title: path });
    if (note) below.prepend(make("span", "note", { textContent: note }));
    words.append(make("div", "text", { textContent: text, title: text, dir: "auto" }), below);
    const figures = make("div", "figures", { title: `${size} tokens` });
    figures.append(
      make("div", "", { textContent: `${tokens} tokens` }),
      make("div", "", { textContent: pages ? `p. ${pages}` : "" }),
    );
    made.append(make("span", "number", { textContent: number }), words, figures);
    return made;
  }

  step(row) {
    if (!row) return;
    super.step(row);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.tell(row), PAUSE);
  }
}

// Its rows are reached by the tab key, through the buttons in them.
class Table extends Listbox {
  constructor(parent) {
    super(parent);
    this.root.classList.add("table");
  }

  items() {
    const { label, columns, rows } = this.data;
    const look = (at) => (columns[at][1] ? "number" : "");
    const heads = columns.map(([textContent], at) =>
      make("th", look(at), { scope: "col", textContent }),
    );
    const body = rows.map(([id, cells]) => {
      const row = make("tr", "row");
      row.append(...cells.map((cell, at) => make("td", look(at), {}, content(cell, at))));
      row.dataset.id = id;
      return row;
    });
    const [head, lines] = [make("tr", "", {}, ...heads), make("tbody", "", {}, ...body)];
    return [make("table", "", { ariaLabel: label }, make("thead", "", {}, head), lines)];
  }

  mark() {
    super.mark();
    for (const row of this.elements()) row.removeAttribute("tabindex");
  }

  focus(row) {
    row?.querySelector("button").focus();
  }

  keys() {
    return {};
  }

  reveal() {}
}

function content(cell, at) {
  return at === 0 ? make("button", "", { type: "button", textContent: cell }) : cell;
}
