"""A data security policy with chapters, articles and clauses, set without an outline."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from sample_docs.typeset import fonts
from sample_docs.typeset.blocks import Block, Chapter, Grid, Heading, Text, markup, table
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import finish
from sample_docs.typeset.frames import HEIGHT, LEFT, RIGHT, WIDTH
from sample_docs.typeset.theme import Theme

THEME = Theme(
    title="Data Security Policy of Northmere University Hospitals (fictional)",
    short_title="Northmere University Hospitals: Data Security Policy DS-04",
    notice="Fictional policy for software demonstration. Not for clinical use.",
    accent="#2F4A6D",
    author="Northmere University Hospitals (fictional)",
)

LEVELS = table("""
Level | Name | What belongs to it | Example
Level 1 | Public | Data meant for publication | Visiting hours, published annual report
Level 2 | Internal | Data for staff whose disclosure would cause little harm | Rotas, meeting
  minutes,
  internal telephone list
Level 3 | Confidential | Data about an identifiable person, or data whose disclosure would cause
  considerable harm | Patient records, personnel files, contracts
Level 4 | Strictly confidential | Data whose disclosure could endanger life, liberty or the
  operation of the hospital | Psychiatric notes, genetic results, protected identities, system
  keys
""")

FIRST: list[Block] = [
    Text(
        "Issued by the Executive Board on 3 March 2031 on the proposal of the Data Protection "
        "Officer. This policy replaces the Rules on Electronic Records of 2024.",
        "lead",
    ),
    Chapter("Chapter 1 General provisions", new_page=False),
    *markup("""
## Article 1 Purpose

(1) This policy protects the data that Northmere University Hospitals hold about patients, staff
and third parties against loss, alteration and unauthorised access.

(2) It serves at the same time the availability of data. Security measures must not delay the
treatment of a patient in an emergency.

## Article 2 Scope

(1) The policy applies to all employees, students, volunteers and contractors who handle data of
the hospitals, whatever the medium.

(2) It does not apply to

(a) data that have been anonymised in accordance with Article 14,

(b) private devices that never connect to a hospital network, and

(c) the staff council, which issues rules of its own.

## Article 3 Data levels

(1) All data are assigned to one of four levels. The level follows from the greatest harm that
disclosure, alteration or loss could cause.
"""),
    Grid("Data levels.", LEVELS, (11, 16, 41, 32)),
    *markup("""
(2) Data that have not been assigned are treated as Level 3 until a decision has been made.

(3) When data of different levels are stored together, the whole is treated according to the
highest level among them.

(4) The owner of the data decides on the level. The decision is recorded in the register of
processing activities and reviewed every 24 months.

## Article 4 Definitions

(1) The owner is the head of the department in which the data arise.

(2) A custodian is a person or unit that operates a system on behalf of an owner.

(3) An incident is any event that has led, or may have led, to a breach of confidentiality,
integrity or availability of data of Level 2 or higher.

(4) A removable medium is any storage device that can be carried away without tools, including
telephones and cameras.
"""),
    Chapter("Chapter 2 Responsibilities", new_page=False),
    *markup("""
## Article 5 Executive Board

(1) The Executive Board bears overall responsibility and provides the means that are needed. At
least 6 per cent of the yearly budget for information technology are spent on security.

(2) It receives a report every six months and decides on risks that exceed the limits of Article
6.

## Article 6 Data Protection Officer and Security Officer

(1) The Data Protection Officer advises, monitors and is the contact for patients and
authorities. The officer reports to the Executive Board directly and accepts no instructions in
the exercise of the office.

(2) The Security Officer

(a) maintains the register of risks,

(b) approves exceptions for data of Level 2,

(c) leads the response to incidents, and

(d) tests the restoration of backups twice a year.

(3) Exceptions for data of Level 3 require the consent of both officers. Exceptions for data of
Level 4 are decided by the Executive Board and end after 90 days at the latest.

## Article 7 Owners, custodians and users

(1) Owners decide who may have access and confirm the list of authorised users every six months.

(2) Custodians carry out the decisions of the owner and document each change to a system that
holds data of Level 3 or Level 4.

(3) Users protect their credentials, lock the screen when they leave a workplace and report
incidents without delay. Nobody is put at a disadvantage because of a report made in good faith.
"""),
    Chapter("Chapter 3 Access", new_page=False),
    *markup("""
## Article 8 Principles of access

(1) Access is granted to the extent that a task requires it and ends with the task.

(2) Access to data of Level 3 requires two independent factors. One of them must be something
the user possesses.

(3) Access to data of Level 4 requires, in addition,

(a) a reason entered by the user before each access,

(b) a workplace inside the hospital network, and

(c) a second person who confirms the access within 15 minutes.

(4) Shared accounts are forbidden. Workplaces in operating theatres and resuscitation rooms may
use a group sign-on for display if each entry is signed by a person.

## Article 9 Emergency access

(1) A clinician may obtain access to data of Level 3 or Level 4 without the conditions of
Article 8 when delay would endanger a patient.

(2) The clinician states the reason within 24 hours. The Data Protection Officer reviews each
emergency access within five working days.

(3) Emergency access ends automatically after four hours.

## Article 10 Passwords and tokens

(1) Passwords have at least 14 characters. They are changed when there is a suspicion of
disclosure, not at fixed intervals.

(2) Five failed attempts lock an account for 20 minutes.

(3) A lost token is reported to the service desk within two hours and blocked at once. The
service desk identifies the caller by calling back on the number in the personnel file.

## Article 11 Leaving and changing posts

(1) The personnel department reports departures to the service desk at least five working days
in advance.

(2) Accounts are blocked at the end of the last working day and deleted after 180 days.
Mailboxes of clinicians are passed to the head of department for 30 days so that no message
about a patient is lost.
"""),
]

SECOND: list[Block] = [
    Chapter("Chapter 4 Storage, transfer and deletion", new_page=False),
    *markup("""
## Article 12 Storage

(1) Data of Level 3 and Level 4 are stored only on servers of the hospitals or of a processor
approved under Article 16. They are encrypted at rest.

(2) Keys for data of Level 4 are kept in a hardware module. Two of five key holders are needed
to restore a key.

(3) Removable media must not hold data of Level 4. They may hold data of Level 3 for up to seven
days if they are encrypted and entered in the register of the department.

(4) Backups are made every night, kept for 35 days at a second site at least 20 kilometres away,
and never overwritten within that time.

## Article 13 Transfer

(1) Data of Level 2 may be sent by internal mail without further protection.

(2) Data of Level 3 are sent outside the hospitals only in encrypted form. The key is passed by
another route than the data.

(3) Data of Level 4 are handed over in person or through the secure exchange of the health
authority. Fax is not permitted.

(4) Sending data of Level 3 to the wrong recipient is an incident even when the recipient
deletes them.

## Article 14 Anonymised and pseudonymised data

(1) Data count as anonymised when the Data Protection Officer has confirmed that a person could be
identified only with disproportionate effort. The confirmation is valid for three years.

(2) Pseudonymised data keep the level of the original data, reduced by one, but never below
Level 2. The key list keeps the original level and is stored apart.

(3) Groups of fewer than eleven persons are not published in statistics.

## Article 15 Retention and deletion
"""),
    Grid(
        "Retention periods, counted from the end of the calendar year.",
        table("""
Kind of data | Level | Period | Form of deletion
Patient records | Level 3 | 10 years after the last contact | Erasure with protocol
Genetic results | Level 4 | 30 years | Destruction of key and data
Radiology images | Level 3 | 10 years; 28 years for minors | Erasure with protocol
Video of entrances | Level 3 | 72 hours | Automatic overwriting
Access logs | Level 3 | 3 years | Automatic erasure
Applications not accepted | Level 3 | 6 months | Shredding, class P-5
Rotas | Level 2 | 2 years | Erasure
"""),
        (28, 13, 31, 28),
        "Legal proceedings suspend deletion until they have ended.",
    ),
    *markup("""
(1) Owners delete data when the period in the table above has ended. Deletion of data of Level 4
is witnessed by a second person.

(2) Paper that holds data of Level 3 is collected in locked containers. Paper that holds data of
Level 4 is shredded by the user.

(3) Storage media are returned to the Security Officer and destroyed. Resale is not permitted,
whatever the level.

## Article 16 Processors and cloud services

(1) A processor is approved when a contract, a certificate not older than twelve months and a
plan for leaving the service are in place.

(2) Data of Level 4 are not given to processors. The transport of sealed specimens is no
processing.

(3) Data of Level 3 may be processed only in countries named in Annex A.
"""),
    Chapter("Chapter 5 Devices and networks", new_page=False),
    *markup("""
## Article 17 Workplaces and mobile devices

(1) Workplaces lock after five minutes without input, in wards after two minutes.

(2) Mobile devices that hold data of Level 3 are managed centrally, encrypted, and can be erased
remotely. Private devices may display data of Level 2 through the approved portal but may not
store them.

(3) Photographs of patients are taken only with cameras of the hospitals or the approved
application. They are data of Level 3 from the moment they are taken.

## Article 18 Medical devices

(1) Medical devices are operated in separate network zones. A device whose manufacturer no
longer supplies updates is disconnected within six months unless the Security Officer grants an
exception.

(2) Remote maintenance is started by the hospital, observed by a member of staff and recorded.
Between sessions the connection is physically separated.

## Article 19 Artificial intelligence

(1) Systems that generate text may process data of Level 1 and Level 2.

(2) Data of Level 3 may be processed by such systems only if they run on servers of the
hospitals and the output is checked by a person before it enters a record.

(3) Data of Level 4 must not be processed by them.

(4) The origin of a generated text is marked in the record. A text without a source that can be
shown is not used for treatment.
"""),
    Chapter("Chapter 6 Incidents and oversight", new_page=False),
    *markup("""
## Article 20 Reporting of incidents

(1) Everybody reports incidents to the service desk on extension 4400 at once, and in any case
within one hour.

(2) The Security Officer classifies an incident within four hours.

(3) Incidents that concern data of Level 3 or Level 4 are reported to the supervisory authority
within 72 hours. Persons affected are informed without delay when a high risk to them is likely.

(4) Log files are preserved. Affected computers are disconnected from the network but not
switched off.

## Article 21 Operation during an outage

(1) Each ward keeps a printed set of forms and a list of its patients with allergies and
medication, renewed every eight hours. The list is data of Level 3.

(2) When systems have failed for more than 30 minutes, the head nurse on duty declares paper
operation. Entries are transferred within 48 hours after the end of the outage.

## Article 22 Training

(1) New employees are trained before they receive access to data of Level 3. The training is
repeated every twelve months and takes no longer than 45 minutes.

(2) Staff with access to data of Level 4 attend an additional exercise with simulated attacks
once a year.

## Article 23 Audit

(1) The internal audit examines one department in each quarter. Samples of at least 50 accesses
are compared with the duty rota.

(2) Findings are rated as minor, major or critical. Critical findings are remedied within ten
working days.

## Article 24 Breaches of this policy

(1) Breaches may lead to measures under employment law. Curiosity about the record of a
colleague, relative or public figure is always a serious breach.

(2) Students and volunteers may be excluded from the hospitals.
"""),
    Chapter("Chapter 7 Final provisions", new_page=False),
    *markup("""
## Article 25 Transition

(1) Systems that do not meet Article 8 clause 3 are brought into line by 31 December 2032.

(2) Until then the owner keeps a handwritten log of each access to data of Level 4.

## Article 26 Entry into force

(1) This policy enters into force on 1 April 2031.

(2) It is reviewed every three years, for the first time in 2034.
"""),
    Heading(2, "Annex A Countries under Article 16 clause 3"),
    Text(
        "Norland, the Federated Isles of Ellery, Westmark, and Kalvia with the exception of the "
        "Free Port of Sarn. The list is kept by the Data Protection Officer and published on the "
        "intranet. All names are invented."
    ),
    Text(
        "Port Ellery, 3 March 2031. For the Executive Board: Dr Verity Halloran, Chief "
        "Executive; Magnus Oyelaran, Chief Information Officer.",
        "flush",
    ),
]


def build() -> bytes:
    """Bytes of the policy."""
    design = Design(THEME, cover=_masthead, numbered=False, outline=False, cover_page=False)
    return finish(*typeset(design, [*FIRST, *SECOND]), label_pages=False)


def _masthead(canvas: Canvas, theme: Theme) -> None:
    canvas.setFillColor(theme.color)
    canvas.setFont(fonts.SANS_BOLD, 10)
    canvas.drawString(LEFT, HEIGHT - 22 * mm, "Northmere University Hospitals")
    canvas.drawRightString(WIDTH - RIGHT, HEIGHT - 22 * mm, "Policy DS-04")
    canvas.setLineWidth(1.4)
    canvas.setStrokeColor(theme.color)
    canvas.line(LEFT, HEIGHT - 25 * mm, WIDTH - RIGHT, HEIGHT - 25 * mm)
    canvas.setFont(fonts.SANS_BOLD, 24)
    canvas.drawString(LEFT, HEIGHT - 42 * mm, "Data Security Policy")
