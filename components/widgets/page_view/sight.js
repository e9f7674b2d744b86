// Tells the app's page which of the chosen lines have been in sight, so that nobody judges words
// before their lines were there to be seen. What is told last stays on the window, for whoever
// comes later.

class Sight {
  constructor(view) {
    this.view = view;
    this.of = "";
    this.seen = new Set();
    this.boxes = [];
    const thresholds = [0.3, 0.6, 0.9, 1];
    this.observer = new IntersectionObserver((all) => this.noticed(all), { threshold: thresholds });
    document.addEventListener("sightline-show-rest", () => this.showRest());
  }

  // To be called once marks are on the screen; their boxes are made anew each time.
  follow(data) {
    const of = `${data.name} ${data.selected}`;
    if (of !== this.of) this.seen.clear();
    this.of = of;
    this.observer.disconnect();
    this.boxes = this.view.boxes(data.selected);
    for (const box of this.boxes) this.observer.observe(box);
    this.tell();
  }

  // A line that is wider than the frame, as when zoomed in, counts once a good part is in sight.
  noticed(entries) {
    for (const { target, intersectionRect: part, boundingClientRect: all } of entries) {
      const at = this.boxes.indexOf(target);
      if (at >= 0 && part.height >= 0.9 * all.height && part.width >= 0.3 * all.width)
        this.seen.add(at);
    }
    this.tell();
  }

  tell() {
    if (!this.view.root.isConnected) return;
    const { name, selected } = this.view.data;
    const detail = { name, id: selected, seen: this.seen.size, lines: this.boxes.length };
    window.sightlineSeen = detail;
    document.dispatchEvent(new CustomEvent("sightline-seen", { detail }));
  }

  showRest() {
    const rest = this.boxes.find((_, at) => !this.seen.has(at));
    if (this.view.root.isConnected) rest?.scrollIntoView({ block: "center", inline: "nearest" });
  }
}
