// Marks that a click takes or leaves. The page shows it at once and the app is told afterwards, of
// all that is taken: so nothing is lost where clicks come faster than the app answers.

class Picking {
  constructor(view) {
    this.view = view;
    this.on = false;
    this.taken = new Set();
    this.turn = 0; // counts what the app was told
    this.anchor = null; // where a range begins
  }

  // What the app has answered to an earlier turn would take back what was clicked since. Gives
  // back whether the app has taken marks by itself.
  show(picking, samePages) {
    this.on = Boolean(picking);
    this.view.root.classList.toggle("picking", this.on);
    if (!this.on) return false;
    const same = samePages && this.of === picking.of;
    if (!same) this.anchor = null;
    const before = this.taken;
    if (!same || picking.turn >= this.turn) this.taken = new Set(picking.ids);
    this.turn = Math.max(this.turn, picking.turn);
    this.of = picking.of;
    this.draw();
    return [...this.taken].some((id) => !before.has(id));
  }

  draw() {
    for (const mark of this.view.roving.marks()) {
      const taken = this.taken.has(mark.dataset.id);
      mark.classList.toggle("taken", taken);
      mark.setAttribute("aria-pressed", String(taken));
    }
    this.view.roving.settle(this.anchor);
  }

  click(mark, toHere) {
    const { id } = mark.dataset;
    const range = toHere && this.anchor !== null ? this.between(this.anchor, id) : [];
    if (range.length) for (const one of range) this.taken.add(one);
    else if (!this.taken.delete(id)) this.taken.add(id);
    this.anchor = id;
    this.draw();
    this.turn += 1;
    const ids = new Set(this.view.roving.marks().map((one) => one.dataset.id));
    this.tell({
      of: this.of,
      pages: this.view.data.pages.map(({ number }) => number),
      ids: [...ids].filter((one) => this.taken.has(one)),
      turn: this.turn,
    });
  }

  between(first, last) {
    const ids = this.view.roving.marks().map((mark) => mark.dataset.id);
    const [low, high] = [ids.indexOf(first), ids.indexOf(last)].sort((a, b) => a - b);
    return low < 0 ? [] : ids.slice(low, high + 1);
  }
}
