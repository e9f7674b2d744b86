// What stands below arrives later and gives the room to scroll, so the block is brought there for a
// while, unless the user moves it.

const WHILE = 2500; // milliseconds
const values = (window.sightlineAnchors ??= new Map());
const mounted = new WeakSet();

export default function ({ data, parentElement }) {
  const scroller = scrollerOf(parentElement.getRootNode().host ?? parentElement);
  const fresh = !mounted.has(parentElement) && !scroller?.scrollTop;
  mounted.add(parentElement);
  if (!scroller || (values.get(data.key) === data.value && !fresh)) return;
  values.set(data.key, data.value);
  follow(scroller, parentElement.getRootNode().host ?? parentElement);
}

function scrollerOf(element) {
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowY);
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
    if (scrolls(each)) return each;
  return null;
}

function follow(scroller, anchor) {
  const bring = () => {
    if (!anchor.isConnected) return end();
    const ahead = anchor.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += ahead - 4;
  };
  const observer = new ResizeObserver(bring);
  const moves = ["wheel", "pointerdown", "keydown", "touchstart"];
  const end = () => {
    observer.disconnect();
    for (const name of moves) scroller.removeEventListener(name, end);
  };
  for (const child of scroller.children) observer.observe(child);
  for (const name of moves) scroller.addEventListener(name, end, { passive: true });
  setTimeout(end, WHILE);
  bring();
}
