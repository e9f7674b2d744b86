// Keeps in place what is looked at while the frame changes its size: the chosen mark, if it is in
// sight, or else what is in the middle of the frame.

class Anchoring {
  constructor(view) {
    this.view = view;
    this.size = "";
    this.place = null; // what was looked at, when the frame had this size
    new ResizeObserver(() => this.resized()).observe(view.scroll);
  }

  // To be called after each scroll and each change of what is shown. A scroll that comes of another
  // size, as one that the browser cuts short, does not count: nobody has asked for it.
  remember() {
    if (this.isResized()) return this.resized();
    if (!this.view.scroll.clientWidth) return;
    const frame = this.view.scroll.getBoundingClientRect();
    const chosen = this.view.chosenPoint(frame);
    const { clientX: x, clientY: y } = chosen ?? middleOf(frame);
    const page = this.view.pageAt(y);
    if (!page) return;
    const { left, top, width, height } = page.getBoundingClientRect();
    this.place = {
      page,
      chosen: Boolean(chosen),
      onPage: [(x - left) / width, (y - top) / height],
      inFrame: [(x - frame.left) / frame.width, (y - frame.top) / frame.height],
    };
  }

  isResized() {
    return this.size !== this.now();
  }

  now() {
    return `${this.view.scroll.clientWidth} ${this.view.scroll.clientHeight}`;
  }

  resized() {
    const { view } = this;
    if (!this.isResized()) return;
    this.size = this.now();
    if (!view.scroll.clientWidth) return; // in a hidden tab, where nothing scrolls
    if (view.owed || view.goal) view.reveal("instant"); // where a scroll was to end has moved
    else if (this.place?.page.isConnected) this.restore(this.place);
    this.remember();
    view.tellWhere();
  }

  restore({ page, chosen, onPage, inFrame }) {
    const { scroll } = this.view;
    const frame = scroll.getBoundingClientRect();
    const { left, top, width, height } = page.getBoundingClientRect();
    scroll.scrollLeft += left + onPage[0] * width - frame.left - inFrame[0] * frame.width;
    scroll.scrollTop += top + onPage[1] * height - frame.top - inFrame[1] * frame.height;
    if (chosen && !this.view.isSeen()) this.view.reveal("instant");
  }
}
