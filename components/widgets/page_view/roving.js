// One stop of the tab key for all pages; arrow keys lead from mark to mark, as the page is read.
// Marks are as high as the lines under them and as close to each other, so no stop of its own could
// be as large as a pointer needs: what they choose can also be chosen in lists (WCAG 2.5.8).

class Roving {
  constructor(view) {
    this.view = view;
  }

  marks() {
    return [...this.view.sheets.querySelectorAll(".mark")];
  }

  // Each thing once on a page, not each of its lines. What is chosen lies on top, so that marks
  // follow each other otherwise than they are read.
  stops() {
    const layers = [...this.view.sheets.querySelectorAll(".marks")];
    const leading = (layer) => [...layer.querySelectorAll(".mark")].filter((mark) => mark.leads);
    return layers.flatMap((layer) => leading(layer).sort((a, b) => a.order - b.order));
  }

  // Where the tab key comes to: what was clicked last, else what is chosen, else the first mark.
  settle(anchor) {
    const stops = this.stops();
    const stop =
      stops.find((mark) => mark.dataset.id === anchor) ??
      stops.find((mark) => mark.getAttribute("aria-pressed") === "true") ??
      stops[0];
    if (stop) this.stopAt(stop);
  }

  stopAt(mark) {
    for (const each of this.marks()) each.tabIndex = each === mark ? 0 : -1;
  }

  key(event) {
    const mark = event.target.closest?.(".mark");
    if (!mark || event.altKey || event.ctrlKey || event.metaKey) return false;
    const stops = this.stops();
    const at = stops.findIndex(
      ({ dataset, parentElement }) =>
        parentElement === mark.parentElement && dataset.id === mark.dataset.id,
    );
    const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 };
    if (!(event.key in ways)) return false;
    event.preventDefault();
    stops[ways[event.key]]?.focus();
    return true;
  }
}
