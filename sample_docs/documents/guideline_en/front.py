"""Cover, imprint and abbreviations of the English guideline."""

from sample_docs.typeset.blocks import Block, Chapter, Contents, Grid, NewPage, Text, markup, table

ABOUT = markup("""
This guideline was prepared by the Calverine Tumour Group of the Northern Alliance for Invented
Oncology. It replaces version 3.2 and summarises the evidence on diagnosis, treatment and
follow-up of calverine carcinoma that had been published up to 30 June 2031.

Calverine carcinoma, the calverine gland, every medicine, trial, institution and figure in this
document are inventions. They were written to demonstrate software that reads long clinical
documents, and they resemble no real disease on purpose. Nothing in this document may guide the
care of a patient.

## Changes since version 3.2

- Tesrelimab has moved into first-line treatment for tumours with a PD-calv score of 10 or more
  (section 5.2.1).
- Surveillance of small tumours is now a recognised option for patients with limited life
  expectancy (section 4.4).
- The follow-up schedule has been simplified: chest imaging ends after year five (section 9.1).
- The chapter on adverse events has been rewritten and now includes a stepwise plan for
  immune-related colitis (section 6.3.1).

## Steering committee

The committee was chaired by Professor Ilse Varnholt (medical oncology, Port Ellery) and Dr Tomas
Okafor-Lind (urological surgery, Saint Brannoc). Its members were Dr Priya Castellane
(pathology), Dr Henrik Moss (radiology), Professor Adaeze Quill (radiation oncology), Ms Joan
Petterick (specialist nursing), Mr Owen Trask (patient representative) and Dr Liv Sandoval
(general practice).

## Funding and conflicts of interest

The work was paid for from the membership fees of the Alliance. No company contributed money,
text or data. Declarations of interest were reviewed before each vote, and two members abstained
from the votes on velotinib because they had served on the trial's safety board.

## Citation

Northern Alliance for Invented Oncology. Calverine carcinoma: diagnosis, treatment and follow-up.
Clinical guideline 27, version 4.0. Port Ellery: NAIO; 2031.
""")

ABBREVIATIONS = table("""
Abbreviation | Meaning
AJV | Auxiliary juxtarenal vessel, the branch that drains the calverine gland
CC | Calverine carcinoma
CT | Computed tomography
DFS | Disease-free survival
eGFR | Estimated glomerular filtration rate
ECOG | Performance scale from 0 (fully active) to 4 (confined to bed)
G-CSF | Granulocyte colony-stimulating factor
HR | Hazard ratio
KLT2 | Gene on the long arm of an unnamed chromosome; its fusions drive one CC in seven
MDT | Multidisciplinary team meeting
MRB1 | Mismatch-reading box protein 1, lost in about a fifth of tumours
MRI | Magnetic resonance imaging
OS | Overall survival
PD-calv | Immunohistochemical score from 0 to 100 that predicts benefit from tesrelimab
PET | Positron emission tomography
PFS | Progression-free survival
RFA | Radiofrequency ablation
TRM | Treatment-related mortality
ULN | Upper limit of normal
""")

FRONT: list[Block] = [
    Chapter("About this guideline", numbered=False, new_page=False),
    *ABOUT,
    NewPage(),
    Contents(),
    Chapter("Abbreviations", numbered=False),
    Text("Abbreviations are written out where they first appear in a chapter.", "lead"),
    Grid("Abbreviations used in this guideline.", ABBREVIATIONS, (22, 78)),
]
