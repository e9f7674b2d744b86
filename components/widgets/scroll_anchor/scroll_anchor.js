// What stands below arrives later and gives the room to scroll, and the place itself may be drawn
// once more meanwhile: so the block is brought there for a while, unless the user moves it.

const WHILE = 2500; // milliseconds
const values = (window.sightlineAnchors ??= new Map());
const mounted = new WeakSet();

export default function ({ data, parentElement }) {
  const anchor = parentElement.getRootNode().host ?? parentElement;
  const scroller = scrollerOf(anchor);
  if (!scroller) return;
  const fresh = !mounted.has(parentElement) && !scroller.scrollTop;
  mounted.add(parentElement);
  const last = values.get(data.key);
  const going = last?.value === data.value && performance.now() < last.until;
  if (last?.value === data.value && !fresh && !going) return;
  const until = going ? last.until : performance.now() + WHILE;
  values.set(data.key, { value: data.value, until });
  follow(scroller, anchor, data.nearest, until);
}

// What the app puts right around a component may scroll by itself, too.
function scrollerOf(element) {
  const scrolls = (each) =>
    each.dataset.testid !== "stElementContainer" &&
    /auto|scroll/.test(getComputedStyle(each).overflowY);
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
    if (scrolls(each)) return each;
  return null;
}

function follow(scroller, anchor, nearest, until) {
  const bring = () => {
    if (!anchor.isConnected || performance.now() > until) return end();
    const frame = scroller.getBoundingClientRect();
    const ahead = anchor.getBoundingClientRect().top - frame.top;
    const seen = ahead >= 0 && ahead < frame.height * 0.6;
    if (!nearest || !seen) scroller.scrollTop += ahead - (nearest ? frame.height * 0.25 : 4);
  };
  const observer = new ResizeObserver(bring);
  const moves = ["wheel", "pointerdown", "keydown", "touchstart"];
  const end = () => {
    observer.disconnect();
    for (const name of moves) scroller.removeEventListener(name, end);
  };
  for (const child of scroller.querySelectorAll(":scope > *, :scope > * > *"))
    observer.observe(child);
  for (const name of moves) scroller.addEventListener(name, end, { passive: true });
  for (const later of [0, 100, 400, WHILE]) setTimeout(bring, later);
}
