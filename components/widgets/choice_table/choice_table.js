// A plain table whose rows can be chosen by pointer or keyboard.

const views = new WeakMap(); // the frame in each place on the app's page

export default function ({ data, parentElement, setTriggerValue }) {
  if (!views.has(parentElement)) {
    const made = make("div", { className: "frame" });
    views.set(parentElement, made);
    parentElement.append(made);
  }
  const frame = views.get(parentElement);
  const held = parentElement.activeElement?.closest("tr")?.dataset.id;
  frame.replaceChildren(table(data));
  frame.onclick = (event) => {
    const row = event.target.closest("tbody tr");
    if (row) setTriggerValue("chosen", row.dataset.id);
  };
  const rows = [...frame.querySelectorAll("tbody tr")];
  if (held) rows.find((row) => row.dataset.id === held)?.querySelector("button").focus();
}

function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function table({ label, columns, rows, selected }) {
  const look = (at) => ({ className: columns[at].numeric ? "number" : "" });
  const heads = columns.map(({ name }, at) =>
    make("th", { scope: "col", textContent: name, ...look(at) }),
  );
  const body = rows.map(({ id, cells }) => {
    const row = make("tr", {}, ...cells.map((cell, at) => make("td", look(at), content(cell, at))));
    row.dataset.id = id;
    row.setAttribute("aria-selected", String(id === selected));
    return row;
  });
  const made = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body));
  made.setAttribute("aria-label", label);
  return made;
}

function content(cell, at) {
  return at === 0 ? make("button", { type: "button", textContent: cell }) : cell;
}
