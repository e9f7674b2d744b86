// Words that a screen reader says when they change.
// The region is one for the whole window and outlasts what is drawn anew.

const ID = "sightline-live-region";
const HIDDEN = "position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

export default function ({ data }) {
  const region = document.getElementById(ID) ?? begin();
  if (region.textContent !== data.words) region.textContent = data.words;
}

function begin() {
  const region = Object.assign(document.createElement("div"), { id: ID });
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  region.style.cssText = HIDDEN;
  document.body.append(region);
  return region;
}
