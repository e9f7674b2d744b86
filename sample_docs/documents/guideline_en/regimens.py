"""Tables of chapter 5: the regimens, long enough for two pages, and renal dosing."""

from sample_docs.typeset.blocks import table

REGIMENS = table("""
Regimen | Dose and interval | Monitoring | Modification
Marsaplatin and orcitaxel | Marsaplatin 70 mg/m² and orcitaxel 135 mg/m², both on day 1, every
  21 days, up to 6 cycles | Blood count weekly in cycle 1, then before each cycle; eGFR and
  magnesium before each cycle; audiometry before cycles 1 and 4 | After febrile neutropenia
  reduce both drugs by 20 %. Hearing loss of 20 dB or more: stop marsaplatin
Marsaplatin, orcitaxel and tesrelimab | As above, plus tesrelimab 240 mg on day 1 of each cycle,
  then 480 mg every 4 weeks, for up to 24 months | As above; thyroid function and morning
  cortisol every 6 weeks; liver enzymes before each dose | Do not reduce tesrelimab. Pause it
  for grade 2 events and stop it for grade 3 colitis or pneumonitis
Velotinib | 150 mg by mouth once a day, without food, until progression | Liver enzymes every 2
  weeks for 12 weeks, then monthly; electrocardiogram at weeks 2 and 8 | First step 100 mg,
  second step 75 mg once a day. QTc above 500 ms: pause until below 470 ms
Weekly orcitaxel | 60 mg/m² on days 1, 8 and 15, every 28 days | Blood count before each dose;
  neurological examination before each cycle | Neuropathy of grade 2: 45 mg/m². Grade 3: stop
Dorfenadine | 40 mg by mouth twice a day with food, until progression | Blood count every 2
  weeks for 8 weeks, then monthly; phosphate monthly | Platelets below 50 x 10<super size="5.5"
  rise="3">9</super>/L: pause, then 20 mg twice a day
Repeat of marsaplatin and orcitaxel | Marsaplatin 55 mg/m² and orcitaxel 120 mg/m² on day 1,
  every 21 days, up to 4 cycles; only after an interval of more than 9 months | As in first
  line; allergy observation for 2 hours, because reactions become frequent from the seventh
  exposure | Any allergic reaction beyond flushing: stop marsaplatin
Tesrelimab alone | 480 mg every 4 weeks; for patients with a PD-calv score of 10 or more who
  cannot receive chemotherapy | Thyroid function, cortisol and liver enzymes every 6 weeks | As
  in combination
Adjuvant marsaplatin and orcitaxel | Marsaplatin 70 mg/m² and orcitaxel 135 mg/m² on day 1,
  every 21 days, 4 cycles | As in first line; CT before cycle 1 if more than 6 weeks have passed
  since surgery | No second dose reduction: stop instead
Supportive combination with doxalurin | Doxalurin 4 mg by mouth twice a day for secretion
  crises, with any regimen above | Blood pressure lying and standing, daily in the first week |
  Standing systolic pressure below 95 mmHg: halve the dose
Velotinib with whole-brain sparing irradiation | Velotinib 100 mg once a day during irradiation
  of up to 4 brain metastases, then 150 mg | MRI of the brain every 8 weeks; liver enzymes
  weekly during irradiation | Oedema that needs steroids for more than 2 weeks: pause velotinib
Orcitaxel and dorfenadine | Orcitaxel 45 mg/m² on days 1 and 8 every 21 days, with dorfenadine
  20 mg twice a day; within trials only | Blood count weekly; phosphate every 2 weeks | Any
  grade 4 event: end of combination
""")

MODIFICATIONS = table("""
eGFR in mL/min | Marsaplatin | Further measures
60 or more | 70 mg/m² | Standard hydration
45 to 59 | 55 mg/m² | Hydration with 3 litres; eGFR again on day 8
30 to 44 | Not given | Weekly orcitaxel alone, or velotinib if a fusion is present
Below 30, or dialysis | Not given | Individual decision at the MDT; tesrelimab needs no change
  of dose
""")
