// Chunks as a list box: arrows move and choose, as in a list of files.

const views = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!views.has(parentElement)) views.set(parentElement, new ChunkList(parentElement));
  const view = views.get(parentElement);
  view.tell = (chunk) => setTriggerValue("chosen", chunk);
  view.show(data);
}

function make(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

class ChunkList {
  constructor(parent) {
    this.data = null;
    this.drawn = "";
    this.list = make("div", "list");
    this.list.setAttribute("role", "listbox");
    parent.append(this.list);
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("keydown", (event) => this.key(event));
  }

  show(data) {
    const fresh = data.name !== this.data?.name;
    const moved = fresh || data.selected !== this.data.selected;
    this.data = data;
    this.list.setAttribute("aria-label", data.label);
    const rows = JSON.stringify(data.rows);
    const changed = rows !== this.drawn;
    if (changed) this.draw();
    this.drawn = rows;
    this.mark();
    if (fresh) this.list.scrollTop = 0;
    if (moved || changed) this.reveal();
  }

  draw() {
    const drawn = document.createDocumentFragment();
    const signed = this.data.rows.some((row) => row[8]);
    this.list.classList.toggle("signed", signed);
    for (const row of this.data.rows) drawn.append(this.row(row, signed));
    if (!this.data.rows.length) {
      drawn.append(make("div", "none", { textContent: "No chunk fits what is looked for." }));
    }
    this.list.replaceChildren(drawn);
  }

  row([id, number, colour, text, path, pages, tokens, size, signature, edge, note], signed) {
    const made = make("div", "row", { tabIndex: -1 });
    made.dataset.id = id;
    made.style.setProperty("--ink", colour);
    made.setAttribute("role", "option");
    const about = signature ? `${signature}. ${text}` : text;
    const told = note ? `${note}. ${about}` : about;
    made.setAttribute("aria-label", `Chunk ${number}, page ${pages}, ${size} tokens: ${told}`);
    if (edge) made.dataset.edge = edge;
    const words = make("div", "words");
    if (signed) {
      words.append(
        make("div", "signature", { textContent: signature, title: `Signature: ${signature}` }),
      );
    }
    const below = make("div", "path", { textContent: path, title: path });
    if (note) below.prepend(make("span", "note", { textContent: note }));
    words.append(make("div", "text", { textContent: text, title: text }), below);
    const figures = make("div", "figures", { title: `${size} tokens` });
    figures.append(
      make("div", "", { textContent: `${tokens} tokens` }),
      make("div", "", { textContent: pages ? `p. ${pages}` : "" }),
    );
    made.append(make("span", "number", { textContent: number }), words, figures);
    return made;
  }

  mark() {
    let stop = this.list.querySelector(".row");
    for (const row of this.list.querySelectorAll(".row")) {
      const chosen = row.dataset.id === this.data.selected;
      row.setAttribute("aria-selected", String(chosen));
      row.tabIndex = -1;
      if (chosen) stop = row;
    }
    if (stop) stop.tabIndex = 0;
  }

  click(event) {
    const row = event.target.closest(".row");
    if (row) this.tell(row.dataset.id);
  }

  key(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const acts = {
      ArrowDown: () => row.nextElementSibling,
      ArrowUp: () => row.previousElementSibling,
      Home: () => this.list.firstElementChild,
      End: () => this.list.lastElementChild,
      Enter: () => row,
      " ": () => row,
    };
    if (!(event.key in acts)) return;
    event.preventDefault();
    const next = acts[event.key]();
    if (!next) return;
    next.focus();
    clearTimeout(this.waiting); // a key held down chooses only where it stops
    this.waiting = setTimeout(() => this.tell(next.dataset.id), 120);
  }

  reveal() {
    const row = this.list.querySelector('[aria-selected="true"]');
    if (!row) return;
    const [frame, box] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (box.top >= frame.top && box.bottom <= frame.bottom) return;
    this.list.scrollTop += box.top - frame.top - frame.height / 3;
  }
}
