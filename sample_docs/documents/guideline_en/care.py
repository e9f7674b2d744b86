"""Chapters 7 to 11 and the references of the English guideline."""

from sample_docs.typeset.blocks import Block, Box, Chapter, Grid, NextColumn, Text, markup, table

POPULATIONS: list[Block] = [
    Chapter("Special populations"),
    *markup("""
## Older patients

A third of patients are older than 70 at diagnosis, yet only one in eleven trial participants
was. Age alone is no reason to withhold treatment. A short geriatric assessment takes twenty
minutes and changed the plan in 22 per cent of patients in the SEXTANT study, usually towards a
lower dose rather than towards no treatment. Gait speed below 0.8 m/s identified those at
highest risk of unplanned admission.
"""),
    Box(
        "Patients aged 70 or older should have a geriatric assessment before systemic treatment "
        "or surgery.",
        ("Grade B", "Evidence 2b"),
        "Strength of consensus 92 per cent. Source: SEXTANT, 540 patients.",
    ),
    *markup("""
## Pregnancy and fertility

### Pregnancy

Fewer than thirty cases have been published. Surgery in the second trimester was uneventful in
nine of ten women. Marsaplatin has been given from week 14 without malformations, whereas
orcitaxel, velotinib and tesrelimab must not be used. Staging relies on MRI without contrast
medium and on chest radiography with shielding.

### Fertility

Marsaplatin impairs fertility in both sexes. Storage of sperm, oocytes or ovarian tissue has to
be offered before the first cycle and can be arranged within ten days in all networks.
Contraception is necessary during treatment and for six months after the last dose.^[For
dorfenadine the interval is nine months, because the drug is stored in fat.]

## Renal impairment and dialysis

Patients with one functioning kidney are operated on in centres with a nephrology service. When
dialysis is foreseeable, the vascular access is planned before the operation. Calverin-9 cannot be
used for follow-up in these patients, as section 3.2 explains, and imaging intervals are therefore
shortened to three months in the first two years.

## Transplant recipients

Calverine carcinoma is four times as frequent after kidney transplantation. Immunosuppression is
reduced as far as the graft permits, in agreement with the transplant centre. Tesrelimab led to
loss of the graft in 6 of 14 recipients and is used only when no alternative is left and the
patient accepts return to dialysis.
"""),
    Box(
        "Tesrelimab should not be given to recipients of a functioning kidney graft unless all "
        "other options are exhausted.",
        ("Grade A", "Evidence 4"),
        "Strength of consensus 97 per cent. Source: case series, 14 patients.",
    ),
    *markup("""
## Adolescents and young adults

Patients between 16 and 24 are treated by the adult team together with the regional service for
young people. Germline testing is offered to all of them. Education and work are discussed at the
first visit, since interrupted training was the regret named most often five years later.

## Hereditary disease

In carriers of a germline variant the second gland remains at risk. Both glands should be spared
as long as possible; tumours below 2 cm are watched. After removal of both glands, lifelong
replacement with calverin 10 micrograms a day is necessary, and patients carry an emergency
card.

## Interactions with other medicines

Velotinib and dorfenadine are broken down by the same liver enzyme. The hospital pharmacy checks
the full list of medicines, including those bought without prescription, before the first tablet
is taken and again whenever a new medicine is added. Table 6 lists the interactions that led to
harm in the registry. Medicines that are not listed have not been shown to be safe; the
pharmacy's telephone service is available at all hours.
"""),
    Grid(
        "Interactions that led to harm, with the advice of the pharmacy group.",
        table("""
Taken with | Effect | Advice
Velotinib and grapefruit or seville orange | Level doubled; severe rash in 4 patients | Avoid
  from three days before the first dose
Velotinib and rifampelin | Level lowered by 80 % | Choose another antibiotic
Velotinib and acid blockers | Absorption lowered by 45 % | Take velotinib two hours before, or
  pause the blocker
Dorfenadine and statins | Muscle damage in 7 patients | Pause the statin, or measure creatine
  kinase weekly
Dorfenadine and warfarin | INR above 5 in a third of patients | Change to a heparin before the
  first dose
Marsaplatin and aminoglycosides | Lasting hearing loss | Do not combine
Tesrelimab and live vaccines | Disseminated infection in 1 patient | Wait until six months after
  the last dose
"""),
        (31, 34, 35),
    ),
    Box(
        "A pharmacist should review all medicines before velotinib or dorfenadine is started.",
        ("Grade B", "Evidence EC"),
        "Strength of consensus 96 per cent.",
    ),
    *markup("""
## Patients who do not speak the local language

Consent, the emergency card and instructions for tablets are given in a language that the
patient reads. Relatives should not interpret when bad news is given. A telephone interpreter
was available within ten minutes in every hospital that took part in the audit of 2029.
"""),
]

SUPPORT: list[Block] = [
    Chapter("Supportive and palliative care", columns=2),
    *markup("""
## Early palliative care

Specialist palliative care is involved within eight weeks of the diagnosis of stage IV disease.
In the HEARTH trial this improved quality of life, reduced visits to the emergency department by
a third and did not shorten survival. The first conversation is about symptoms and sources of
strength; plans for the last phase of life follow when the patient is ready.
"""),
    Box(
        "Patients with stage IV disease should meet the palliative care team within eight weeks "
        "of diagnosis.",
        ("Grade A", "Evidence 1b"),
        "Strength of consensus 100 per cent. Source: HEARTH, 320 patients.",
    ),
    *markup("""
## Pain

Flank pain from a large tumour responds to opioids, but the dose can often be halved after a
block of the calverine plexus. The block succeeded in 72 per cent of patients and lasted four
months. Bone pain is treated with a single fraction of 8 Gy.

## Secretion crises

Release of calverin causes attacks of flushing, headache and very high blood pressure. They last
ten to forty minutes and may be set off by palpation of the tumour, anaesthesia or spicy food.
Doxalurin by mouth prevents most attacks. In an acute attack phentrolone 2 mg is injected slowly
and repeated after five minutes if systolic pressure remains above 180 mmHg. Beta-blockers alone
are dangerous because they leave the vessels of the gland unopposed.

## Nutrition

Weight is recorded at each visit. A loss of more than 5 per cent in three months leads to
referral to a dietitian. Feeding through a tube is rarely needed; parenteral nutrition in the
last weeks of life brought no benefit.

## Exercise and fatigue

Supervised exercise twice a week reduced fatigue more than any drug that was tested. Programmes
are offered during treatment, not only after it. Anaemia, low thyroid function and depression
are sought first, because they were found in 39 per cent of patients who complained of fatigue.

## Psychosocial support

Distress is screened with a thermometer scale from 0 to 10 at diagnosis, at the end of treatment
and at each change of therapy. A value of 5 or more leads to an offer of psychological support.
Children of patients are easily forgotten; the nurse asks about them at the first visit.
"""),
    Box(
        "Distress should be screened at diagnosis, at the end of treatment and at each change of "
        "therapy.",
        ("Grade B", "Evidence EC"),
        "Strength of consensus 94 per cent.",
    ),
    *markup("""
## Last phase of life

Preferences for place of care are recorded and shared with the emergency services. Medicines
that no longer serve comfort are stopped. Anticipatory prescriptions for pain, breathlessness,
agitation and secretion crises are kept in the home, together with written instructions for
relatives. After a death the nurse calls the family within two weeks.

## Rehabilitation and return to work

Most patients under 60 return to work within eight months. A gradual return over six weeks was
more successful than an immediate one. Physical work should be avoided for three months after
open surgery. A letter to the occupational physician, written with the patient, was rated as the
single most helpful measure.

## Relatives and carers

Relatives carry out on average 21 hours of care a week in the last three months of life. The
nurse asks them separately how they are, offers a course in lifting and in giving injections,
and names a place where the patient can stay for a week when they need rest. Eight weeks after a
death they receive a second telephone call, and a third after a year.
"""),
    NextColumn(),
    *markup("""
## Complementary medicine

Half of all patients use complementary methods, and most do not mention it unless they are asked.
Massage and music therapy eased anxiety and may be encouraged. High doses of antioxidants are
discouraged during radiotherapy. Extracts of sunroot, sold as a remedy for the calverine gland,
triggered secretion crises in five patients and are contraindicated.

## Financial advice

Loss of income worries patients more than the cost of medicines. A social worker sees every
patient in the first month, explains sick pay and travel grants, and helps with the forms.
Applications that were prepared in this way were granted in 87 per cent of cases, compared with
61 per cent otherwise.
"""),
]

FOLLOW_UP: list[Block] = [
    Chapter("Follow-up"),
    *markup("""
## Schedule after curative treatment

Follow-up serves to find treatable recurrences, to manage late effects and to support patients.
The MERIDIAN trial compared an intensive schedule with nine CT examinations in five years with a
reduced schedule of five. Survival was the same, and patients in the reduced arm were less
anxious before appointments. The schedule below follows the reduced arm.
"""),
    Grid(
        "Follow-up after curative treatment, by time since surgery.",
        table("""
Examination | Years 1 and 2 | Years 3 to 5 | Years 6 to 10
Visit with history and examination | Every 3 months | Every 6 months | Once a year
Calverin-9 | Every 3 months | Every 6 months | Once a year
CT or MRI of the abdomen | At 6, 12 and 24 months | At 36 and 60 months | Every 2 years, MRI
  preferred
CT of the chest, stage II and III | At 12 and 24 months | At 36 and 60 months | None
Blood pressure and renal function | Every 3 months | Every 6 months | Once a year
"""),
        (34, 22, 22, 22),
        "Patients under surveillance of a small tumour follow section 4.4 instead.",
    ),
    Box(
        "Chest imaging should end five years after curative treatment if there has been no "
        "recurrence.",
        ("Grade B", "Evidence 1b"),
        "Strength of consensus 88 per cent. Source: MERIDIAN, 1,212 patients.",
    ),
    *markup("""
## Rising calverin-9

A single value above 35 kU/L is repeated after four weeks. If it is confirmed, CT of chest and
abdomen follows. When CT shows nothing, PET is justified even in early stages, because it
located the recurrence in 58 per cent of such patients. A rise without visible disease is not
treated; trials of early chemotherapy in this situation were negative.

## Recurrence

Two thirds of recurrences appear in the first two years. Local recurrence is removed when the
interval is longer than twelve months and the disease is confined to the former bed of the
gland. Otherwise treatment follows chapter 5. A new biopsy is taken if markers were not tested
at first or if the interval exceeds three years.

## Late effects

Hearing loss, neuropathy and reduced renal function are the lasting effects of chemotherapy.
After removal of one gland, one patient in twelve develops low calverin within ten years, with
fatigue and low blood pressure on standing. The yearly blood test detects it, and replacement
with calverin 5 micrograms a day is sufficient.

## Who provides follow-up

From the third year on, general practice and specialist centre may alternate. A written plan
lists the dates, the tests and the symptoms that should lead to earlier contact. In the Sandoval
study the shared model was safe and was preferred by 81 per cent of patients who lived more than
50 km from their centre.
"""),
]

QUALITY: list[Block] = [
    Chapter("Quality indicators and implementation", new_page=False),
    *markup("""
## Indicators

Nine indicators were derived from grade A recommendations. They are reported once a year to the
registry in Port Ellery, which returns a comparison with all other centres. Targets were set at
the level that the best quarter of centres had reached in 2030.
"""),
    Grid(
        "Quality indicators with numerator, denominator and target.",
        table("""
No. | Indicator | Numerator | Denominator | Target
1 | Presentation before treatment | Patients discussed at an MDT before treatment | All new
  patients | 95 %
2 | Complete staging | Patients with three-phase CT within 10 working days | All new patients |
  90 %
3 | Complete pathology report | Reports with all required items | All operations | 95 %
4 | Marker testing | Patients with KLT2, MRB1 and PD-calv known | Patients starting systemic
  treatment | 90 %
5 | Organ-preserving surgery | Operations that spared the kidney | Operations in stage I | 80 %
6 | Node count | Operations with at least eight nodes examined | Operations in stage II and III
  | 85 %
7 | Timely adjuvant treatment | Patients starting within ten weeks | Patients with adjuvant
  treatment | 90 %
8 | Antibiotic within 60 minutes | Patients treated in time | Patients with febrile neutropenia
  | 95 %
9 | Early palliative care | Patients seen within eight weeks | Patients with stage IV disease |
  75 %
"""),
        (6, 24, 32, 27, 11),
    ),
    *markup("""
## Implementation

A summary on two pages, slides for teaching and an order set for electronic prescribing
accompany the guideline. Hospitals are asked to name one person who is responsible for local
adaptation. Local documents may add detail but may not lower a grade or omit a warning.

## Barriers

Interviews in fourteen hospitals named three barriers: marker results that arrive late, lack of
operating time within eight weeks, and uncertainty about who tells the general practitioner. The
first was solved in Saint Brannoc by sending tissue on the day of biopsy without waiting for the
report.

## Cost

Testing all patients for three markers costs 1,150 crowns each. A model that assumed a price of
3,900 crowns for four weeks of tesrelimab estimated 52,000 crowns for each year of life gained.
The group did not use cost as a reason for or against any recommendation.
"""),
    Chapter("Open questions and review", new_page=False),
    *markup("""
## Research questions

- Does tesrelimab help patients with a PD-calv score between 5 and 9?
- Can blood-based testing replace a second biopsy after velotinib?
- Is radiotherapy after incomplete removal better than surveillance?
- Which patients in stage II benefit from adjuvant treatment?
- How should carriers be followed after the age of 75?

## Review

The guideline is valid for three years. The committee meets every six months and publishes an
amendment when a new trial changes a grade A recommendation. Comments may be sent to the
secretariat at any time; each one is answered within four weeks and listed in the next version.
"""),
]


def _references(first: int, *entries: str) -> list[Block]:
    """Numbered entries of the list of references."""
    return [Text(f"{number}. {entry}", "reference") for number, entry in enumerate(entries, first)]


REFERENCES: list[Block] = [
    Chapter("References", columns=2, numbered=False),
    *_references(
        1,
        "Varnholt I, Moss H, Trask O. The calverine gland: anatomy of a forgotten organ. Ann "
        "Invent Oncol 2011; 4: 12-29.",
        "Port Ellery Registry Group. Calverine carcinoma 2009 to 2028: a registry report. Port "
        "Ellery: NAIO; 2029.",
        "Quill A, Dunmore S. Tessaline exposure and tumours of the calverine gland: a cohort of "
        "lens grinders. Occup Fict Med 2019; 33: 401-415.",
        "Brannoc Trial Collaboration. Ultrasound screening for calverine carcinoma: eleven-year "
        "results. J Imag Trials 2024; 17: 88-101.",
        "Castellane P, Orme J. Germline KLT2 variants and lifetime risk. Genet Invent 2026; 9: "
        "230-244.",
        "Sandoval L, Petterick J. Blue-grey urine after exercise in general practice. Prim Care "
        "Fict 2022; 41: 5-13.",
        "IMAGO Investigators. CT, MRI and PET in suspected calverine carcinoma. Radiol Invent "
        "2027; 58: 611-630.",
        "Okafor-Lind T, Rask E. Organ-preserving calverectomy (KESTREL): ten-year follow-up of a "
        "randomised trial. Surg Fict 2028; 72: 1-14.",
        "COBALT Study Group. Adjuvant chemotherapy after removal of calverine carcinoma: "
        "COBALT-1 and COBALT-2. Ann Invent Oncol 2025; 18: 540-562.",
    ),
    NextColumn(),
    *_references(
        10,
        "TIDEWAY Investigators. Definitive radiotherapy for inoperable calverine carcinoma. "
        "Radiother Fict 2026; 30: 77-90.",
        "HARBOUR-3 Investigators. Tesrelimab with chemotherapy in advanced calverine carcinoma. "
        "Ann Invent Oncol 2030; 23: 101-120.",
        "LANTERN Investigators. Velotinib against chemotherapy in tumours with KLT2 fusion. J "
        "Imag Trials 2029; 22: 310-327.",
        "QUAY Investigators. Dorfenadine after loss of MRB1: a single-arm trial. Ann Invent "
        "Oncol 2030; 23: 702-713.",
        "SEXTANT Group. Geriatric assessment before cancer treatment in rural hospitals. Age "
        "Fict 2028; 12: 44-58.",
        "HEARTH Investigators. Early palliative care in stage IV calverine carcinoma. Palliat "
        "Invent 2027; 6: 19-33.",
        "MERIDIAN Investigators. Reduced against intensive follow-up after curative treatment. J "
        "Imag Trials 2030; 23: 12-31.",
        "Trask O, Petterick J. What patients remember: interviews after diagnosis. Qual Fict "
        "2026; 3: 201-216.",
        "Rask E, Varnholt I. Loss of kidney grafts under tesrelimab: fourteen cases. Transpl "
        "Invent 2031; 15: 9-17.",
    ),
]

CARE: list[Block] = [*POPULATIONS, *SUPPORT, *FOLLOW_UP, *QUALITY, *REFERENCES]
