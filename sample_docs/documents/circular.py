"""A hospital circular as a scan: two page images, slightly skewed, without a text layer."""

from io import BytesIO

import numpy as np
import pymupdf
from PIL import Image, ImageFilter

from sample_docs.typeset.blocks import Block, Chapter, Grid, NewPage, Text, markup, table
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import save
from sample_docs.typeset.theme import Theme

THEME = Theme(
    title="Circular 14/2031 (fictional scan)",
    short_title="Saint Brannoc District Hospital: Circular 14/2031",
    notice="Fictional circular for software demonstration. Not for clinical use.",
    accent="#222222",
    body_size=11.2,
    leading=16,
)

BLOCKS: list[Block] = [
    Text("Saint Brannoc District Hospital<br/>Office of the Medical Director", "lead"),
    Chapter("Circular 14/2031", new_page=False),
    Text(
        "<b>To:</b> all wards, laboratory, blood bank, pharmacy and portering<br/>"
        "<b>From:</b> Dr Edwina Marlow, Medical Director<br/>"
        "<b>Date:</b> 22 October 2031<br/>"
        "<b>Subject:</b> blood refrigerators and the transport of blood units in winter",
        "flush",
    ),
    *markup("""
On the night of 9 October the blood refrigerator in the west wing stood at 11 degrees for more
than five hours before anyone noticed. Fourteen units had to be discarded. No patient came to
harm, because the emergency stock in theatre 2 was sufficient. The following rules apply from 1
November 2031.

## Monitoring

1. Each blood refrigerator has two independent probes. The alarm sounds below 2 and above 6
degrees.
2. The night porter reads both probes at 22:00, 02:00 and 06:00 and signs the sheet on the door.
3. An alarm is reported to the laboratory on extension 2718. The laboratory decides within 20
minutes whether the units remain in use.

## Transport

Units leave the blood bank only in the blue boxes with a cooling element from the minus 20
freezer. A box stays closed until it has reached the ward. A unit that has been outside a
refrigerator for more than 30 minutes is returned to the laboratory and is not put back on the
ward.

The tunnel between the west wing and the theatres will be closed for repairs from 3 to 21
November. During this time porters use the covered path past the chapel. In frost below minus 5
degrees the boxes are wrapped in the insulating covers that hang beside the door of the blood
bank.
"""),
    NewPage(),
    *markup("""
## Who is responsible
"""),
    Grid(
        "Duties and telephone numbers.",
        table("""
Task | Responsible | Extension
Reading of probes at night | Night porter | 2204
Decision on units after an alarm | Laboratory, biomedical scientist on duty | 2718
Replacement of probes | Medical engineering, Mr Fenwick | 2390
Stock in theatre 2 | Theatre nurse in charge | 2611
Report to the transfusion committee | Dr Anselm Greaves | 2002
"""),
        (42, 42, 16),
    ),
    *markup("""
## Stock

The emergency stock in theatre 2 is raised from four to six units of group O negative. It is
checked on Mondays and Thursdays. When fewer than three units are left, the laboratory asks the
regional centre for a delivery by taxi; the journey takes 55 minutes in good weather.

## Training

Sister Beatrix Noble will show the new alarm in the seminar room on 28 and 30 October at 13:30.
Night porters who cannot attend are shown it at the beginning of their next shift. Please sign
the list.

Questions may be put to the transfusion committee, which meets on the first Tuesday of each
month. This circular replaces circular 9/2028 and is valid until 31 October 2033.
"""),
    Text("Dr Edwina Marlow<br/>Medical Director", "flush"),
]

_DPI = 130
_SKEWS = (0.7, -0.9)
_SEED = 14_2031


def build() -> bytes:
    """Bytes of the scan."""
    printed, _ = typeset(Design(THEME, running=False, outline=False, numbered=False), BLOCKS)
    noise = np.random.default_rng(_SEED)
    with pymupdf.open(stream=printed, filetype="pdf") as source, pymupdf.open() as scan:
        for page, skew in zip(source.pages(), _SKEWS, strict=True):
            sheet = scan.new_page(width=page.rect.width, height=page.rect.height)
            sheet.insert_image(sheet.rect, stream=_photograph(page, skew, noise))
        scan.set_metadata({"title": THEME.title, "subject": THEME.notice})
        return save(scan)


def _photograph(page: pymupdf.Page, skew: float, noise: np.random.Generator) -> bytes:
    """A JPEG of the page as an office scanner would give it: grey, noisy and not quite straight."""
    pixels = page.get_pixmap(dpi=_DPI, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    image = image.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=255)
    image = image.filter(ImageFilter.GaussianBlur(0.45))
    ink = np.asarray(image, dtype=np.int16)
    shade = np.linspace(0, 12, ink.shape[1], dtype=np.int16)
    grain = noise.integers(-7, 8, size=ink.shape, dtype=np.int16)
    paper = np.clip(ink * 9 // 10 + 18 - shade + grain, 0, 255).astype(np.uint8)
    target = BytesIO()
    Image.fromarray(paper).save(target, "JPEG", quality=52)
    return target.getvalue()
