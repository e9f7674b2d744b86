// Shows pages with marks. A picture and its boxes arrive in one payload and are put on the
// screen in one step, after the picture is decoded: nothing flashes, and no box of an earlier
// document is ever seen over a later one.

const LIMITS = [0.25, 6];
const HIGHEST_LINE = 0.06; // of the page; what is higher is a figure, whose box is exact
const INDENT = 0.08; // of the page at most, of the first line of a paragraph
const CUTS = { "cut-both": 5, "cut-one": 6, "cut-other": 6, "cut-begins": 6, "cut-joined": 6 };
const RANK = { line: 0, own: 1, heading: 2, overlap: 3, supplement: 4, points: 20, ...CUTS };
const views = new WeakMap(); // one view for each place on the app's page

export default function ({ data, parentElement, setTriggerValue }) {
  if (!views.has(parentElement)) views.set(parentElement, new PageView(parentElement));
  const view = views.get(parentElement);
  view.tell = (click) => setTriggerValue("clicked", click);
  view.picking.tell = (picked) => setTriggerValue("picked", picked);
  view.show(data);
}

function make(tag, className, properties = {}) {
  return Object.assign(document.createElement(tag), { className, ...properties });
}

function middleOf({ left, top, width, height }) {
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

// The rectangle that holds all of these elements.
function around(elements) {
  const all = elements.map((element) => element.getBoundingClientRect());
  const least = (side) => Math.min(...all.map((box) => box[side]));
  const most = (side) => Math.max(...all.map((box) => box[side]));
  return { left: least("left"), top: least("top"), right: most("right"), bottom: most("bottom") };
}

class PageView {
  constructor(parent) {
    this.turn = 0;
    this.zoom = 1;
    this.data = null;
    this.goal = null; // where a smooth scroll that goes on will end
    this.pages = new Map();
    this.roving = new Roving(this);
    this.picking = new Picking(this);
    this.sight = new Sight(this);
    this.darkGround = new DarkGround();
    this.root = make("div", "view");
    this.scroll = make("div", "scroll", { tabIndex: 0 });
    this.sheets = make("div", "sheets");
    this.tip = make("div", "tip", { hidden: true });
    this.scroll.setAttribute("role", "region");
    this.scroll.append(this.sheets);
    this.root.append(this.bar(), this.scroll, this.tip);
    parent.append(this.root);
    this.listen();
  }

  bar() {
    const bar = make("div", "bar");
    this.where = make("span", "where");
    this.percent = make("span", "zoom");
    const button = (text, label, act) => {
      const made = make("button", "", { type: "button", textContent: text, title: label });
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      return made;
    };
    bar.append(
      this.where,
      button("−", "Zoom out", () => this.zoomTo(this.zoom / 1.25)),
      this.percent,
      button("+", "Zoom in", () => this.zoomTo(this.zoom * 1.25)),
      button("Width", "Fit the width", () => this.zoomTo(1)),
      button("Page", "Fit a whole page", () => this.zoomTo(this.wholePage())),
    );
    return bar;
  }

  listen() {
    this.sheets.addEventListener("click", (event) => this.click(event));
    this.sheets.addEventListener("pointermove", (event) => this.hover(event));
    this.sheets.addEventListener("pointerleave", () => this.light(null));
    this.sheets.addEventListener("focusin", (event) => this.focused(event));
    this.sheets.addEventListener("focusout", () => this.light(null));
    const scrolled = () => {
      this.anchoring.remember();
      this.tellWhere();
    };
    this.scroll.addEventListener("scroll", scrolled, { passive: true });
    this.scroll.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["scrollend", "wheel", "pointerdown", "keydown"])
      this.scroll.addEventListener(name, () => (this.goal = null), { passive: true });
    this.anchoring = new Anchoring(this);
  }

  async show(data) {
    const turn = ++this.turn;
    const fresh = data.pages.map((page) => this.prepare(page, data.selected));
    await Promise.all(fresh.map(({ image }) => image.decode().catch(() => undefined)));
    if (turn !== this.turn) return; // a later payload has overtaken this one
    const held = this.root.getRootNode().activeElement?.dataset?.id;
    const samePages = this.sameAs(data);
    const elsewhere = data.selected !== this.data?.selected || data.page !== this.data?.page;
    const moved = !samePages || (elsewhere && !data.picking);
    this.data = data;
    this.pages = new Map(fresh.map((page) => [page.key, page]));
    for (const page of fresh) page.element.replaceChildren(page.image, page.marks);
    for (const page of fresh) this.darkGround.mark(page);
    if (!samePages) this.sheets.replaceChildren(...fresh.map(({ element }) => element));
    const part = data.part ? `, ${data.part}` : "";
    this.scroll.setAttribute("aria-label", `Pages of ${data.name}${part}`);
    this.root.classList.toggle("picked", this.boxes(data.selected).length > 0);
    const added = this.picking.show(data.picking, samePages);
    if (!this.picking.on) this.roving.settle(null);
    this.light(null);
    this.layOut();
    if (held) this.boxes(held)[0]?.focus({ preventScroll: true });
    if (moved || added) this.reveal(samePages ? "smooth" : "instant");
    this.anchoring.remember();
    this.sight.follow(data);
  }

  sameAs(data) {
    if (!this.data || data.name !== this.data.name) return false;
    const keys = (one) => one.pages.map(({ number, key }) => `${number} ${key}`).join();
    return keys(data) === keys(this.data);
  }

  prepare({ number, key, ratio, src, alt, marks }, selected) {
    const known = this.pages.get(`${number} ${key}`);
    const image = known?.image ?? make("img", "", { src, draggable: false });
    image.alt = alt;
    const element = known?.element ?? make("div", "page");
    element.dataset.page = number;
    element.style.aspectRatio = ratio;
    return { key: `${number} ${key}`, image, element, marks: this.layer(number, marks, selected) };
  }

  // Lines lie lowest, the chosen marks on top, so that a click finds what can be seen.
  layer(number, marks, selected) {
    const layer = make("div", "marks");
    const name = `Marks on page ${number}, to be walked through with arrow keys`;
    const named = marks.length ? { role: "group", "aria-label": name } : {};
    for (const [attribute, value] of Object.entries(named)) layer.setAttribute(attribute, value);
    const places = new Map(marks.map((mark, place) => [mark, place]));
    const backwards = [...marks].reverse();
    const first = new Map(backwards.map((mark) => [mark.id, mark]));
    const badged = new Map(backwards.map((mark) => [`${mark.id} ${mark.badge}`, mark]));
    const rank = ({ role, id }) => RANK[role] + (id === selected && role !== "line" ? 10 : 0);
    for (const mark of [...marks].sort((a, b) => rank(a) - rank(b))) {
      const [leads, chosen] = [first.get(mark.id) === mark, mark.id === selected];
      const made = this.mark(mark, chosen);
      layer.append(Object.assign(made, { leads, order: places.get(mark) }));
      const begins = badged.get(`${mark.id} ${mark.badge}`) === mark;
      if (begins && mark.badge) layer.append(this.badge(mark, chosen, marks));
    }
    return layer;
  }

  mark({ id, box, label, role, colour, approximate }, chosen) {
    const made = make("button", `mark ${role}`, { type: "button" });
    made.classList.toggle("approximate", approximate);
    made.classList.toggle("region", box[3] - box[1] > HIGHEST_LINE);
    made.classList.toggle("chosen", chosen);
    made.dataset.id = id;
    made.dataset.role = role;
    made.tabIndex = -1;
    made.setAttribute("aria-label", label);
    made.setAttribute("aria-pressed", String(chosen));
    const [left, top, right, bottom] = box.map((part) => part * 100);
    made.style.cssText = `left:${left}%;top:${top}%;width:${right - left}%;height:${bottom - top}%`;
    made.style.setProperty("--colour", colour);
    return Object.assign(made, { box });
  }

  // Where words stand to its left, a badge is small and above the line, so that it hides none; where
  // the next line begins further left, it stands before that.
  badge({ box, badge, colour }, chosen, marks) {
    const made = make("span", "badge", { textContent: badge });
    const [left, top, , bottom] = box;
    const needed = (9 + 6.5 * badge.length) / (this.sheets.clientWidth || 700);
    const before = ({ box: other }) =>
      other[0] < left - 0.005 && other[2] > left - needed && other[1] < bottom && other[3] > top;
    const isNext = ({ box: other }) =>
      other[0] > left - INDENT && other[2] > left && other[1] < 2 * bottom - top && other[3] > top;
    const above = marks.some(before);
    const starts = marks.filter(isNext).map(({ box: other }) => other[0]);
    const start = above ? left : Math.min(left, ...starts);
    made.classList.toggle("above", above);
    made.classList.toggle("inside", start < 0.05);
    made.classList.toggle("chosen", chosen);
    made.style.cssText = `left:${start * 100}%;top:${top * 100}%`;
    made.style.setProperty("--ink", colour);
    return made;
  }

  boxes(id) {
    const all = [...this.sheets.querySelectorAll(".mark")];
    return id === null ? [] : all.filter((mark) => mark.dataset.id === id);
  }

  // A second click on the same place reaches what lies below the chosen mark; on what explains
  // a passage it is told as it is, since it leads back to that passage.
  click(event) {
    const top = event.target.closest(".mark");
    if (!top) return;
    if (this.picking.on) return this.picking.click(top, event.shiftKey);
    let id = top.dataset.id;
    if (event.detail > 0 && top.dataset.role !== "supplement") {
      const below = this.root.getRootNode().elementsFromPoint(event.clientX, event.clientY);
      const ids = below.filter((one) => one.matches(".mark")).map((one) => one.dataset.id);
      const unique = [...new Set(ids)];
      const at = unique.indexOf(this.data.selected);
      if (at >= 0) id = unique[(at + 1) % unique.length];
    }
    this.tell({ id, page: Number(top.closest(".page").dataset.page) });
  }

  hover(event) {
    const mark = event.target.closest(".mark");
    this.light(mark);
    if (mark) this.tipAt(mark, event.clientX, event.clientY);
  }

  focused(event) {
    const mark = event.target.closest(".mark");
    if (mark) this.roving.stopAt(mark);
    if (!mark?.matches(":focus-visible")) return;
    this.light(mark);
    const { left, bottom } = mark.getBoundingClientRect();
    this.tipAt(mark, left, bottom);
  }

  light(mark) {
    this.tip.hidden = true;
    const id = mark?.dataset.id;
    if (id === this.lit) return;
    this.lit = id;
    for (const lit of this.sheets.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (id !== undefined) for (const one of this.boxes(id)) one.classList.add("lit");
  }

  tipAt(mark, x, y) {
    const frame = this.root.getBoundingClientRect();
    this.tip.textContent = mark.getAttribute("aria-label");
    this.tip.hidden = !this.tip.textContent || this.picking.on;
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const left = Math.min(x - frame.left + 14, frame.width - width - 8);
    const below = y - frame.top + 16;
    const top = below + height > frame.height ? y - frame.top - height - 12 : below;
    this.tip.style.cssText = `left:${Math.max(left, 8)}px;top:${Math.max(top, 8)}px`;
  }

  wholePage() {
    const page = this.sheets.querySelector(".page");
    if (!page) return 1;
    const fits = (this.scroll.clientHeight - 24) / page.offsetHeight;
    return Math.min(this.zoom * fits, 1);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomTo(this.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), event);
  }

  key(event) {
    if (this.roving.key(event)) return;
    const zooms = { "+": this.zoom * 1.25, "-": this.zoom / 1.25, 0: 1 };
    if (!(event.key in zooms) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.zoomTo(zooms[event.key]);
  }

  // Keeps the point under the pointer where it is; without one the chosen mark, if it is in
  // sight, or else the middle. A scroll that goes on is ended first: where it leads is meant.
  zoomTo(zoom, pointer) {
    const { scroll } = this;
    if (this.goal) scroll.scrollTo({ ...this.goal, behavior: "instant" });
    this.goal = null;
    const frame = scroll.getBoundingClientRect();
    const { clientX: x, clientY: y } = pointer ?? this.chosenPoint(frame) ?? middleOf(frame);
    const page = this.pageAt(y);
    const before = page?.getBoundingClientRect();
    this.zoom = Math.min(Math.max(zoom, LIMITS[0]), LIMITS[1]);
    this.layOut();
    if (!page) return;
    const after = page.getBoundingClientRect();
    const grown = after.width / before.width;
    scroll.scrollLeft += after.left + (x - before.left) * grown - x;
    scroll.scrollTop += after.top + (y - before.top) * grown - y;
    this.anchoring.remember();
    this.tellWhere();
  }

  pageAt(y) {
    const pages = [...this.sheets.querySelectorAll(".page")];
    return pages.findLast((one) => one.getBoundingClientRect().top <= y) ?? pages[0];
  }

  chosenPoint({ left, top, right, bottom }) {
    const middles = this.boxes(this.data?.selected).map((box) =>
      middleOf(box.getBoundingClientRect()),
    );
    const inside = ({ clientX: x, clientY: y }) => x > left && x < right && y > top && y < bottom;
    return middles.find(inside);
  }

  layOut() {
    this.sheets.style.width = `${this.zoom * 100}%`;
    this.percent.textContent = `${Math.round(this.zoom * 100)}%`;
    this.tellWhere();
  }

  tellWhere() {
    const pages = [...this.sheets.querySelectorAll(".page")];
    const middle = this.scroll.scrollTop + this.scroll.clientHeight / 2;
    const at = pages.findLast((page) => page.offsetTop <= middle) ?? pages[0];
    const name = make("bdi", "", { textContent: this.data?.name });
    this.where.replaceChildren(...(at ? [`Page ${at.dataset.page}, `, name] : []));
  }

  target() {
    const { selected, page } = this.data;
    const wanted = this.sheets.querySelector(`.page[data-page="${page}"]`);
    const chosen = this.boxes(selected);
    const onPage = chosen.filter((box) => wanted?.contains(box));
    if (onPage.length || chosen.length) return onPage.length ? onPage : chosen;
    if (wanted) return [wanted];
    return [...this.sheets.querySelectorAll(".mark:not(.line)")].slice(0, 1);
  }

  // All lines in the frame, and above the lower edge of the window, which a high frame may reach
  // beyond; of more than there is room for, those at the top.
  isSeen() {
    const frame = this.scroll.getBoundingClientRect();
    const low = Math.min(frame.bottom, innerHeight);
    const { left, top, right, bottom } = around(this.target());
    const across = left >= frame.left && (right <= frame.right || right - left > frame.width);
    return across && top >= frame.top && (bottom <= low || bottom - top > low - frame.top);
  }

  // Scrolls only the frame, never the app's page, and not smoothly to what is in sight already.
  reveal(behavior) {
    const { scroll } = this;
    this.owed = scroll.clientWidth === 0; // as in a hidden tab
    const targets = this.target();
    if (this.owed || !targets.length) return;
    if (behavior === "smooth" && this.isSeen()) return;
    const frame = scroll.getBoundingClientRect();
    const box = around(targets);
    const isPage = targets[0].matches(".page");
    const aside = box.left < frame.left || box.right > frame.right;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const room = (scroll.clientHeight - (box.bottom - box.top)) / 2;
    const above = isPage ? 8 : Math.max(Math.min(scroll.clientHeight * 0.25, room), 8);
    const top = scroll.scrollTop + box.top - frame.top - above;
    const left = aside ? scroll.scrollLeft + box.left - frame.left - 24 : scroll.scrollLeft;
    const glides = behavior === "smooth" && !still;
    this.goal = glides ? { top, left } : null;
    scroll.scrollTo({ top, left, behavior: glides ? "smooth" : "instant" });
  }
}
