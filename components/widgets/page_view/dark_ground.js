// Which marks lie on dark parts of a page, such as a coloured cover or the head of a table: a mark
// that is multiplied with its page darkens it, which nobody sees there.

class DarkGround {
  constructor() {
    this.pictures = new WeakMap(); // by image, its width, height and pixels
  }

  // To be called once the image is decoded; the boxes of marks stay where they are.
  mark({ image, marks }) {
    const all = [...marks.querySelectorAll(".mark")];
    if (!all.length || !image.naturalWidth) return;
    const picture = this.pictures.get(image) ?? this.read(image);
    for (const mark of all) mark.classList.toggle("dark", isDark(picture, mark.box));
  }

  read(image) {
    const width = Math.min(image.naturalWidth, WIDEST);
    const height = Math.max(Math.round((width * image.naturalHeight) / image.naturalWidth), 1);
    const pen = make("canvas", "", { width, height }).getContext("2d");
    pen.drawImage(image, 0, 0, width, height);
    const picture = { width, height, pixels: pen.getImageData(0, 0, width, height).data };
    this.pictures.set(image, picture);
    return picture;
  }
}

const WIDEST = 600; // pixels, in which letters still leave more ground than they cover
const ACROSS = 16; // points of a box that are looked at, and
const DOWN = 5;
const AROUND = 0.2; // of its height, above and below, where a line has no letters, but at most
const MOST_AROUND = 0.004; // of the page's height
const DARK = 128; // of 255: as far from white as from black

// The median of the lightness at points of a box: that of its ground, since letters cover less.
function isDark({ width, height, pixels }, [left, top, right, bottom]) {
  const around = Math.min(AROUND * (bottom - top), MOST_AROUND);
  const levels = [];
  for (let down = 0; down < DOWN; down++)
    for (let across = 0; across < ACROSS; across++) {
      const x = left + ((across + 0.5) / ACROSS) * (right - left);
      const y = top - around + ((down + 0.5) / DOWN) * (bottom - top + 2 * around);
      levels.push(lightness(pixels, 4 * (at(y, height) * width + at(x, width))));
    }
  return levels.sort((a, b) => a - b)[levels.length >> 1] < DARK;
}

function at(share, size) {
  return Math.min(Math.max(Math.floor(share * size), 0), size - 1);
}

// Rec. 601
function lightness(pixels, place) {
  return 0.299 * pixels[place] + 0.587 * pixels[place + 1] + 0.114 * pixels[place + 2];
}
