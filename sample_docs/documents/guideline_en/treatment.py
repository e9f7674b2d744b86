"""Chapters 4 to 6 of the English guideline: local and systemic treatment, adverse events."""

from sample_docs.documents.guideline_en.figures import survival_plot
from sample_docs.documents.guideline_en.regimens import MODIFICATIONS, REGIMENS
from sample_docs.typeset.blocks import Block, Box, Chapter, Grid, NextColumn, Picture, markup

LOCAL: list[Block] = [
    Chapter("Treatment of localised disease", columns=2),
    *markup("""
## Surgery

### Choice of operation

Complete removal is the only treatment with proven curative effect. In stage I the gland can be
removed without the kidney when at least 5 mm of healthy tissue separates the tumour from the
renal hilum. Organ-preserving surgery gave the same ten-year survival as combined removal in the
KESTREL trial, and half as many patients needed treatment for reduced renal function.
"""),
    Box(
        "Stage I tumours should be treated by organ-preserving calverectomy if a margin of 5 mm "
        "can be expected.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 97 per cent. Source: KESTREL, 418 patients.",
    ),
    *markup("""
Stage II tumours usually require removal of the gland together with the adjoining fat and the
upper half of the renal capsule. The kidney itself is removed only when the tumour reaches the
renal sinus.

### Access

Minimally invasive surgery is the standard for tumours up to 7 cm. Blood loss was lower by 210
mL and hospital stay shorter by three days than with open surgery, and margins were equal. Open
surgery remains appropriate for a thrombus in the renal vein and after earlier operations in the
same space.^[Robotic and conventional laparoscopy have not been compared in a randomised trial.]

### Lymph nodes

Removal of the nodes along the auxiliary juxtarenal vessel is part of every operation for stage II
or III disease. At least eight nodes should be examined. Extending the dissection to the opposite
side did not improve survival and doubled the rate of lymphatic leakage.
"""),
    Box(
        "At least eight regional lymph nodes should be removed and examined in stage II and III.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 85 per cent. Source: Port Ellery registry.",
    ),
    *markup("""
### Perioperative care

Blood pressure can rise sharply when the gland is mobilised, because stored calverin is
released. Patients with a resting systolic pressure above 150 mmHg receive doxalurin 4 mg twice
a day for ten days before the operation. Thromboprophylaxis continues for 28 days after open and
for seven days after minimally invasive surgery.

## Perioperative systemic therapy

### Before surgery

Three cycles of chemotherapy before surgery are considered when the tumour cannot be removed with
clear margins at first. In the only trial 46 per cent of such tumours became operable. Response is
assessed by CT after the second cycle so that patients who progress do not lose time.

### After surgery

Adjuvant treatment lowers the risk of recurrence in stage III. In COBALT-2, four cycles of
marsaplatin and orcitaxel raised three-year disease-free survival from 59 to 71 per cent.
Treatment has to begin within ten weeks of the operation; later starts showed no benefit in an
exploratory analysis.
"""),
    Box(
        "After complete removal of a stage III tumour, four cycles of adjuvant marsaplatin and "
        "orcitaxel should be offered, beginning within ten weeks.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 94 per cent. Source: COBALT-2, 566 patients.",
    ),
    Box(
        "Adjuvant chemotherapy should not be given in stage I.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 100 per cent. Source: COBALT-1, 702 patients.",
    ),
    *markup("""
In stage II the decision is open. It may be made in favour of treatment when vessels are invaded
or when the tumour is of grade 3, and against it in patients with pre-existing neuropathy.

## Radiotherapy

Radiotherapy is an option for patients who cannot have surgery. TIDEWAY delivered 50.4 Gy in 28
fractions and achieved local control at two years in 68 per cent. The small bowel limits the
dose: no more than 5 cm<super size="6.5" rise="3.6">3</super> should receive 52 Gy or more. A
short course of 5 fractions of 7 Gy was as effective in tumours up to 4 cm and is easier for
frail patients. Radiotherapy after incomplete removal has been studied only in case series.
"""),
    Box(
        "Patients with localised disease who cannot have surgery should be offered radiotherapy "
        "with 50.4 Gy in 28 fractions.",
        ("Grade B", "Evidence 2a"),
        "Strength of consensus 91 per cent. Source: TIDEWAY, 233 patients.",
    ),
    *markup("""
"""),
    NextColumn(),
    *markup("""
## Surveillance and ablation

### Surveillance

Tumours up to 2 cm grow by 2 mm a year on average, and spread during surveillance was seen in 1.4
per cent of patients over five years. In patients whose life expectancy is below five years the
risk of treatment outweighs that of the tumour. MRI is repeated after three months and then every
six months. Growth of more than 5 mm in a year, or a diameter above 3 cm, ends surveillance.

### Ablation

Radiofrequency ablation is suited to tumours up to 3 cm that lie at least 10 mm from the ureter.
Local recurrence after three years was 9 per cent, compared with 3 per cent after surgery, but a
second ablation controlled two thirds of recurrences. A biopsy has to be taken in the same
session, before the first heating cycle, so that no tumour is treated without a diagnosis.
"""),
]

SYSTEMIC: list[Block] = [
    Chapter("Systemic treatment of advanced disease"),
    *markup("""
## Principles

The aims are longer life and fewer symptoms. Before the first cycle the team records performance
status, weight, renal function, hearing and pre-existing neuropathy, and agrees with the patient
on what would be a reason to stop. Response is assessed by CT every eight weeks in the first
half year and every twelve weeks thereafter.

Patients with an ECOG status of 3 or 4 did not benefit from chemotherapy in any trial. They should
receive best supportive care, unless a KLT2 fusion is present: velotinib led to a response in 5 of
9 such patients.

## First-line treatment

### Tumours with a PD-calv score of 10 or more

HARBOUR-3 compared marsaplatin and orcitaxel with and without tesrelimab in 874 patients. The
combination prolonged median overall survival from 15.9 to 21.4 months, with a hazard ratio of
0.71 and a 95 per cent confidence interval of 0.60 to 0.84. The benefit was confined to patients
with a PD-calv score of 10 or more; below that score the curves overlapped.^[The cut-off was
specified before unblinding. A score between 5 and 9 was examined in 61 patients only.]
"""),
    Box(
        "Patients with a PD-calv score of 10 or more should receive marsaplatin, orcitaxel and "
        "tesrelimab as first-line treatment.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 97 per cent. Source: HARBOUR-3.",
    ),
    Picture(
        "Overall survival in HARBOUR-3 among patients with a PD-calv score of 10 or more. Drawn "
        "from the published medians.",
        survival_plot,
    ),
    *markup("""
### Tumours with a KLT2 fusion

In LANTERN, velotinib 150 mg once a day doubled median progression-free survival compared with
chemotherapy, from 6.1 to 13.8 months. Responses were seen within six weeks and included brain
metastases. A fusion takes precedence over the PD-calv score, since tesrelimab before velotinib
raised the rate of severe hepatitis to 18 per cent.
"""),
    Box(
        "Patients whose tumour carries a KLT2 fusion should receive velotinib as first-line "
        "treatment, whatever the PD-calv score.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 89 per cent, two abstentions. Source: LANTERN, 196 patients.",
    ),
    *markup("""
### All other tumours

Without either marker, marsaplatin and orcitaxel remain the standard. Up to six cycles are
given. Maintenance treatment after the sixth cycle did not prolong survival. In patients who
cannot receive marsaplatin because of hearing loss or an eGFR below 45 mL/min, weekly orcitaxel
alone is an acceptable choice, with a response rate of 19 per cent.

## Second-line treatment and beyond

The choice depends on what was given before and on the time since then. When more than nine
months have passed since the last dose of marsaplatin, the same combination can be repeated; one
patient in three responds again. Loss of MRB1 opens the way to dorfenadine 40 mg twice a day,
which produced responses in 34 per cent of pretreated patients and lasted 8.2 months on average.
After velotinib, a new biopsy or a blood-based test is advised, because half of the resistant
tumours have acquired the gatekeeper variant V611G and will not respond to other drugs of the
class.
"""),
    Box(
        "Patients with loss of MRB1 should be offered dorfenadine after failure of first-line "
        "treatment.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 86 per cent. Source: single-arm trial QUAY, 88 patients.",
    ),
    *markup("""
## Regimens and dose modification

Table 4 lists the regimens in the order in which they are used. Body surface area is capped at
2.0 square metres for orcitaxel but not for marsaplatin. A cycle begins only when neutrophils
are at least 1.5 and platelets at least 100 x 10<super size="6.5" rise="3.6">9</super>/L; if
they are not, it is postponed by one week, twice at most.
"""),
    Grid(
        "Regimens, monitoring and dose modification in advanced calverine carcinoma.",
        REGIMENS,
        (17, 27, 25, 31),
        "Doses are invented and must not be used. All infusions are given over 60 minutes unless "
        "stated otherwise.",
    ),
    *markup("""
### Renal impairment

Renal function is estimated before each cycle. The dose of marsaplatin follows the eGFR of the
same week, not that of the first visit. Between two steps the lower dose is chosen.
"""),
    Grid(
        "Dose of marsaplatin by renal function.",
        MODIFICATIONS,
        (26, 24, 50),
    ),
    *markup("""
### Duration of immunotherapy

Tesrelimab is stopped after 24 months in patients whose disease is controlled. A comparison of 24
months with indefinite treatment found no difference in survival and a third fewer late adverse
events. Patients who relapse more than six months after the planned end may be treated again.

## Local treatment of metastases

Removal or stereotactic irradiation of metastases is considered when no more than three lesions
are present, all of them can be treated, and the interval since the first diagnosis is at least
twelve months. Five-year survival in this selected group was 37 per cent. The group stresses
that the figure describes selection as much as treatment.

### Brain

Up to four brain metastases are treated by stereotactic irradiation with 20 Gy in one fraction,
or 27 Gy in three when a lesion is larger than 2 cm. In patients with a KLT2 fusion and no
neurological symptoms irradiation may be postponed, since velotinib shrinks most lesions within
six weeks. MRI is then repeated after four weeks.

### Bone

Lesions that threaten a fracture are stabilised before irradiation. Zoledrin 4 mg every twelve
weeks delays complications; a dental examination comes first. Calcium is measured before each
infusion.
"""),
    Box(
        "In patients with a KLT2 fusion and brain metastases without symptoms, velotinib may be "
        "started before irradiation.",
        ("Grade 0", "Evidence 2b"),
        "Strength of consensus 79 per cent. Source: subgroup of LANTERN, 27 patients.",
    ),
    *markup("""
## Ending treatment

Treatment that no longer helps should end, and the reason should be given in plain words. The
team stops systemic treatment when the disease progresses after two lines without a further
marker, when performance status has been 3 or 4 for four weeks, or when the patient prefers it.
In the last month of life 11 per cent of patients still received chemotherapy; the group
considers a value below 5 per cent to be attainable.

## Taking part in trials

Trials are offered at every line of treatment, not only when other options have failed. A
patient who takes part keeps the same contact nurse. Open trials are listed by the registry in
Port Ellery, with the travelling distance to each site and the number of places left.
"""),
]

ADVERSE: list[Block] = [
    Chapter("Management of adverse events", columns=2),
    *markup("""
## Haematological toxicity

Severe neutropenia occurs in 28 per cent of patients treated with marsaplatin and orcitaxel.
Primary prophylaxis with G-CSF is not needed in every patient but is advised from the age of 70,
after previous pelvic irradiation, and when an earlier cycle led to fever.

A temperature of 38.3 degrees Celsius or more in a patient with fewer than 0.5 x 10<super
size="6.5" rise="3.6">9</super>/L neutrophils is an emergency. The first dose of antibiotic is
given within 60 minutes of arrival, before results of cultures are known.
"""),
    Box(
        "In febrile neutropenia the first dose of a broad-spectrum antibiotic should be given "
        "within 60 minutes of arrival.",
        ("Grade A", "Evidence 2a"),
        "Strength of consensus 100 per cent.",
    ),
    *markup("""
## Renal and electrolyte disorders

Marsaplatin damages the proximal tubule. Two litres of saline with 20 mmol of magnesium are
infused on the day of treatment, and patients are asked to drink freely for three days.
Non-steroidal anti-inflammatory drugs are avoided from two days before to five days after each
dose.

Low magnesium develops in 40 per cent of patients and may persist for months. Values below 0.5
mmol/L are corrected intravenously, because diarrhoea limits what can be given by mouth.

## Immune-related adverse events

Tesrelimab can inflame any organ. Events begin after a median of nine weeks, but a fifth of them
appear after the end of treatment. Every patient carries a card that names the drug and the
telephone number of the centre.

### Colitis

Treatment follows the number of stools above the usual number.

1. Up to three more stools a day: loperamide, stool cultures, telephone contact after two days.
2. Four to six more stools: pause tesrelimab, prednisolone 1 mg/kg a day by mouth.
3. Seven or more stools, or fever: admit, methylprednisolone 2 mg/kg a day intravenously.
4. No improvement after three days of step 3: sigmoidoscopy, then infliximod 5 mg/kg once.

Steroids are reduced over at least four weeks. Tesrelimab may be resumed after step 2 when the
dose of prednisolone has reached 10 mg or less; after step 3 it is stopped for good.^[Resumption
after step 3 was followed by recurrence of colitis in 11 of 17 patients.]

### Pneumonitis

New cough or breathlessness calls for CT of the chest on the same day. Infection has to be
excluded by bronchoscopy if symptoms are more than mild. Pneumonitis that requires oxygen ends
treatment permanently.

### Endocrine disorders

Thyroid function and morning cortisol are measured every six weeks. Hormones are replaced, and
treatment continues. Low cortisol is replaced before thyroid hormone, since the reverse order may
provoke an adrenal crisis.
"""),
    Box(
        "Tesrelimab should be stopped permanently after grade 3 colitis or after pneumonitis "
        "that requires oxygen.",
        ("Grade A", "Evidence 2b"),
        "Strength of consensus 94 per cent.",
    ),
    *markup("""
## Neuropathy

Orcitaxel causes numbness of fingers and toes in half of all patients. The dose is lowered by a
quarter when buttoning a shirt becomes difficult, and the drug is stopped when walking is
affected. Duvexatine 30 mg a day relieved pain in a small trial. Vitamins, acupuncture and
cooling gloves have been tried without convincing benefit.

## Liver

Velotinib raises transaminases in one patient in four. Up to three times the ULN no action is
needed. Between three and eight times the ULN the drug is paused and resumed at 100 mg. Above
eight times the ULN, or when bilirubin exceeds twice the ULN, it is not resumed.

## Hearing

Marsaplatin damages the hair cells of the inner ear, high frequencies first. Patients notice
ringing before they notice loss. Audiometry before cycles 1 and 4 finds changes that can still
be stopped; a loss of 20 dB at two frequencies ends treatment with the drug. Hearing aids are
prescribed early.

"""),
    NextColumn(),
    *markup("""
## Skin

A rash on face and trunk appears in the second week of velotinib and usually fades by the eighth.
Emollients and sun protection are started with the first tablet. Doxycycline is reserved for
pustules. Patients should know that the rash is not infectious and does not predict response.

## Nausea

The combination is moderately emetogenic. A setron and dexamethasone are given on day 1, and
dexamethasone alone on days 2 and 3. Patients under 50 and those with motion sickness receive
aprecitant in addition from the first cycle.

## Infusion reactions

Flushing and itching during orcitaxel are managed by stopping the infusion for 30 minutes and
continuing at half the rate. Bronchospasm or a fall in systolic pressure below 90 mmHg ends the
treatment with the drug. Reactions to marsaplatin differ: they appear late, from the seventh dose
onwards, and may be severe without warning.
"""),
]

TREATMENT: list[Block] = [*LOCAL, *SYSTEMIC, *ADVERSE]
