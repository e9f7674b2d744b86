"""Chapters 1 to 3 of the English guideline: methods, epidemiology, diagnosis."""

from sample_docs.documents.guideline_en.figures import diagnostic_pathway
from sample_docs.typeset.blocks import Block, Box, Chapter, Grid, NextColumn, Picture, markup, table

INTRODUCTION: list[Block] = [
    Chapter("Introduction", new_page=True),
    *markup("""
Calverine carcinoma is an epithelial malignancy of the calverine gland, a paired organ of about
three grams that lies against the medial border of each kidney. The gland was long regarded as a
vestige, and its tumours were filed under renal cancer until the Port Ellery registry separated
them in 2009. Since then the number of trials has risen from two to nineteen, and practice has
begun to differ widely between hospitals.^[An audit of 41 hospitals in 2029 found that the share
of patients operated on within eight weeks of diagnosis ranged from 38 to 91 per cent.]

## Scope and purpose

The guideline covers the pathway from first suspicion to the end of follow-up. Its purpose is to
reduce unwarranted variation, to name the few decisions that matter most for survival, and to say
openly where the evidence ends.

### Target population

The recommendations apply to people aged 16 years or older with suspected or confirmed calverine
carcinoma. Benign calverine adenoma, lymphoma of the gland and metastases from other tumours are
outside the scope. Children are treated within the paediatric network and are not covered.

### Intended users

The text is written for oncologists, urological surgeons, radiologists, pathologists, specialist
nurses and general practitioners. A separate leaflet for patients and relatives is published with
each version and uses the same section numbers.

## Methods

Twelve key questions were agreed in a scoping workshop with patients. For each question a
librarian searched three bibliographic databases without restriction of language. Two reviewers
screened 4,218 titles independently; 263 full texts were assessed and 97 studies were included.
Disagreement was settled by a third reviewer in 31 cases.

### Grades of recommendation

Three grades are used. Grade A means that a measure should be offered to nearly every patient in
the situation described. Grade B means that the measure is usually appropriate and that good
reasons may lead to another choice. Grade 0 leaves the decision open. Where evidence is missing
but the group agreed on good practice, the statement is marked as expert consensus.

### Levels of evidence
"""),
    Grid(
        "Levels of evidence and the study designs behind them.",
        table("""
Level | Typical source | Confidence in the effect
1a | Meta-analysis of randomised trials with low heterogeneity | High
1b | At least one randomised trial with narrow confidence interval | High
2a | Systematic review of cohort studies | Moderate
2b | Single cohort study, or randomised trial with serious limitations | Moderate
3 | Case-control study | Low
4 | Case series, registry report without comparison | Very low
EC | Expert consensus after structured discussion | Not rated
"""),
        (10, 62, 28),
        "A level is lowered by one step when more than a fifth of the participants were lost.",
    ),
    *markup("""
### Consensus procedure

Recommendations were put to an anonymous vote. Agreement of at least 75 per cent was required; the
figure is given below each recommendation as strength of consensus. A recommendation that failed
twice was withdrawn, which happened to three drafts.

## How to read this guideline

Recommendations stand in frames and are numbered within their chapter. The text around a frame
explains why the group decided as it did. Doses are given for adults with normal organ function
unless a section says otherwise, and every dose in the regimen table has to be read together with
the modifications listed beside it.
"""),
    Box(
        "Every patient with newly diagnosed calverine carcinoma should be presented at a "
        "multidisciplinary team meeting before treatment begins.",
        ("Grade A", "Evidence 2a"),
        "Strength of consensus 100 per cent. Source: Port Ellery registry, 3,104 patients.",
    ),
    *markup("""
In the registry analysis behind this recommendation, presentation before treatment was associated
with a change of plan in 27 per cent of cases. The most frequent change was from immediate surgery
to further staging. The effect on survival could not be separated from that of hospital volume.

## Centres and minimum numbers

Outcomes after calverine surgery depend on experience. Thirty-day mortality was 0.9 per cent in
hospitals that performed 20 or more operations a year and 3.4 per cent in hospitals that
performed fewer than five. The group therefore asks hospitals below 12 operations a year to
refer patients to a partner centre, and asks centres to accept referrals within five working
days.
"""),
    Box(
        "Surgery for calverine carcinoma should be performed in hospitals with at least 12 such "
        "operations a year.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 88 per cent. The threshold was chosen by consensus.",
    ),
]

EPIDEMIOLOGY: list[Block] = [
    Chapter("Epidemiology and risk", columns=2),
    *markup("""
## Incidence and survival

The age-standardised incidence is 1.8 per 100,000 person-years and has been stable for a decade.
The median age at diagnosis is 61 years. Men are affected slightly more often than women, with a
ratio of 1.3 to 1. About one tumour in ten is bilateral, and half of the bilateral tumours appear
within the same year.

Survival depends above all on stage. The relative five-year survival over all stages is 58 per
cent. It reaches 84 per cent in stage I and falls to 66, 41 and 9 per cent in stages II, III and
IV.^[Registry periods 2022 to 2028; patients who died within 30 days of diagnosis are included.]

The share of tumours found by chance has doubled since abdominal imaging became common. Chance
findings are smaller, with a median diameter of 2.9 cm compared with 5.6 cm in tumours that caused
symptoms.

## Risk factors

### Occupational exposure

Long contact with tessaline, a degreasing solvent used in lens grinding until 2011, is the
best-studied risk factor. In a cohort of 18,400 workers, more than ten years of exposure raised
the risk to 2.7 times that of unexposed colleagues. No excess was seen below two years of
exposure. The latency from first contact to diagnosis was 23 years on average.

### Inheritance

Six per cent of patients carry a germline variant in KLT2. Carriers fall ill about 14 years
earlier than other patients and have bilateral disease more often. First-degree relatives of a
carrier have a one-in-two chance of carrying the variant themselves; the lifetime risk of a
carrier is estimated at 17 per cent.

### Lifestyle and inflammation

Current smoking raises the risk by a factor of 1.6. The excess disappears about fifteen years
after stopping. Chronic inflammation of the gland, usually caused by obstruction of its duct,
was present in the history of 11 per cent of patients and of 3 per cent of controls. Diet,
alcohol and body weight showed no consistent association.

## Early detection

### General population

Screening has been studied once. The Brannoc trial offered ultrasound to 52,000 adults and found
nine tumours; 640 participants underwent further imaging for findings that proved harmless. There
was no difference in mortality after eleven years.
"""),
    Box(
        "People without symptoms and without a known germline variant should not be screened for "
        "calverine carcinoma.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 97 per cent. Source: Brannoc trial.",
    ),
    *markup("""
### Carriers of a germline variant

Carriers benefit from surveillance because their tumours grow quickly and appear early. Magnetic
resonance imaging avoids radiation and detected 19 of 21 tumours in the carrier cohort, whereas
ultrasound detected 11.
"""),
    Box(
        "Carriers of a germline KLT2 variant should be offered MRI of both glands once a year "
        "from the age of 30.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 91 per cent. Source: carrier cohort, 312 people.",
    ),
    *markup("""
Surveillance begins ten years before the age at which the youngest affected relative was
diagnosed if that is earlier than 30. It ends at 75, or when a finding would no longer lead to
treatment. The stopping rule should be discussed at the first visit, not at the last.

### Genetic counselling

Counselling is offered to patients diagnosed before the age of 46, to patients with bilateral
disease and to patients with an affected first-degree relative. Testing without counselling is
discouraged. Results are shared with relatives by the patient, with a letter that the genetics
service provides; the service does not contact relatives on its own.

"""),
    NextColumn(),
    *markup("""
## Burden of disease

Patients lose a median of 3.2 working years between diagnosis and retirement age. Fatigue is the
symptom named most often in the year after treatment, by 62 per cent, followed by flank pain and
disturbed sleep. Direct costs in the first year were estimated at 41,000 crowns per patient, of
which medicines made up slightly more than half.

Rural patients travelled 94 km on average to the centre that treated them. They were as likely as
others to receive surgery but less likely to receive systemic treatment, and the group regards
shared care with local hospitals as the most promising remedy.
"""),
]

DIAGNOSTICS: list[Block] = [
    Chapter("Diagnosis and staging"),
    *markup("""
## Clinical presentation

Flank pain is the leading symptom and is reported by 44 per cent of patients. Night sweats, weight
loss and a palpable mass are late signs. One finding is nearly specific: a blue-grey tint of the
urine after exercise, caused by oxidised calverin, occurs in only 7 per cent of patients but had a
positive predictive value of 83 per cent in primary care.
"""),
    Box(
        "Adults with blue-grey urine after exercise should be referred for imaging within two "
        "weeks, even when they have no other symptom.",
        ("Grade A", "Evidence 3"),
        "Strength of consensus 94 per cent. Source: Sandoval primary-care study.",
    ),
    *markup("""
## Laboratory tests

No blood test establishes the diagnosis. Serum calverin-9 above 35 kU/L supports it and is useful
later, because a rise precedes recurrence by a median of four months. The test is unreliable in
patients with an eGFR below 30 mL/min, in whom false elevations are common.^[The assay also reacts
with a degradation product of biotin; supplements have to be stopped for 48 hours.] Blood count,
creatinine, liver enzymes, calcium and lactate dehydrogenase complete the first set of tests.

## Imaging

### Computed tomography

Three-phase contrast-enhanced CT of the abdomen is the standard investigation. Slices should be no
thicker than 2 mm, and the arterial phase has to include the auxiliary juxtarenal vessel, because
its course decides whether organ-preserving surgery is possible. CT of the chest is added once a
malignant tumour is likely.

### Magnetic resonance imaging

MRI replaces CT in pregnancy, in patients with an eGFR below 30 mL/min and in those with a
previous severe reaction to iodinated contrast medium. It is superior to CT in showing a tumour
thrombus in the renal vein, with a sensitivity of 96 compared with 81 per cent.

### Positron emission tomography

PET with the tracer calvodopa is reserved for equivocal findings. It changed management in 9 per
cent of patients with stage III disease and in 2 per cent of those with stage I or II. Routine use
in early disease is not supported.
"""),
    Box(
        "Three-phase contrast-enhanced CT should be the first cross-sectional investigation in "
        "suspected calverine carcinoma.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 100 per cent. Source: IMAGO comparison, 1,020 patients.",
    ),
    Box(
        "PET should not be used routinely in stage I or II disease.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 85 per cent. Source: two cohort studies, 704 patients.",
    ),
    Picture(
        "Diagnostic pathway from first suspicion to the multidisciplinary team meeting. "
        "Percentages are shares of patients in the IMAGO comparison.",
        diagnostic_pathway,
    ),
    *markup("""
## Biopsy

Every solid or mixed tumour should be confirmed by histology before treatment, except when a
patient is going to have surgery whatever the result. Two cores of 18 gauge are taken through a
coaxial needle, which lowered the rate of tract seeding to one in 1,900 procedures. Fine-needle
aspiration is not sufficient, because it cannot show the growth pattern on which grading rests.

Anticoagulants are paused according to local protocol. Bleeding that needed transfusion followed
1.2 per cent of biopsies. Patients may go home four hours after an uneventful procedure.

## Pathology and molecular testing

### Histological types

Three types are distinguished. The ductal type accounts for 71 per cent of tumours, the trabecular
type for 21 per cent and the rare mucinous type for 8 per cent. The mucinous type hardly responds
to platinum, and its outcome is worse at every stage.

### Biomarkers

Testing is required whenever systemic treatment is considered. KLT2 fusions are found in 14 per
cent of tumours, loss of MRB1 in 22 per cent, and a PD-calv score of 10 or more in 31 per cent.
The three markers overlap rarely: only 4 per cent of tumours carried two of them.
"""),
    Box(
        "Before systemic treatment the tumour should be tested for KLT2 fusion, loss of MRB1 and "
        "PD-calv score. Results should be available within 15 working days.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 97 per cent. Sources: HARBOUR-3, LANTERN.",
    ),
    *markup("""
### Pathology report

The report states the type, the grade from 1 to 3, the largest diameter in millimetres, the state
of the capsule, invasion of lymphatic or blood vessels, the number of nodes examined and involved,
and the distance to the nearest margin. Free text is welcome but does not replace the structured
form, whose completeness is one of the quality indicators in chapter 10.

## Staging

Stages are assigned after imaging and, in patients who are operated on, confirmed by pathology.
When the two differ, the pathological stage prevails.
"""),
    Grid(
        "Stage groups of calverine carcinoma and relative five-year survival.",
        table("""
Stage | Tumour | Nodes and vessels | Distant spread | Survival
I | 4 cm or less, confined to the gland | Nodes free | None | 84 %
II | More than 4 cm, or growth through the capsule | Nodes free | None | 66 %
III | Any size | Regional nodes involved, or thrombus in the renal vein | None | 41 %
IV | Any size | Any | Lung, liver, bone or distant nodes | 9 %
"""),
        (9, 30, 31, 20, 12),
        "Growth into the kidney itself counts as growth through the capsule.",
    ),
    *markup("""
## Communicating the diagnosis

Patients should hear the diagnosis in a quiet room, from the clinician who will remain their
contact, with a companion if they wish. They receive the name and telephone number of a specialist
nurse on the same day. In interviews, patients remembered the plan for the following two weeks far
better than survival figures, and the group recommends beginning with the plan.
"""),
]

DIAGNOSIS: list[Block] = [*INTRODUCTION, *EPIDEMIOLOGY, *DIAGNOSTICS]
