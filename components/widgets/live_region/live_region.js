// Words that a screen reader says when they change.
// The region is one for the whole window and outlasts what is drawn anew.

const ID = "sightline-live-region";
const HIDDEN = "position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
const NOTICED = 200; // milliseconds until a screen reader listens to a new region

export default function ({ data }) {
  const region = document.getElementById(ID) ?? begin();
  region.dataset.words = data.words;
  if (region.dataset.listening) say(region);
}

function say(region) {
  region.dataset.listening = "yes";
  if (region.textContent !== region.dataset.words) region.textContent = region.dataset.words;
}

function begin() {
  const region = Object.assign(document.createElement("div"), { id: ID });
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  region.style.cssText = HIDDEN;
  document.body.append(region);
  setTimeout(() => say(region), NOTICED);
  return region;
}
