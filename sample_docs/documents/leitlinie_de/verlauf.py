"""Kapitel 5 bis 8 und Literatur der deutschen Leitlinie."""

from sample_docs.typeset.blocks import Block, Box, Chapter, Grid, NextColumn, Text, markup, table

VERLAUF: list[Block] = [
    Chapter("Systemtherapie bei Metastasen", new_page=False),
    *markup("""
## Grundsätze

Ziele sind ein längeres Leben und weniger Beschwerden. Vor dem ersten Zyklus werden
Allgemeinzustand, Gewicht, Nieren- und Lungenfunktion erhoben. Das Ansprechen wird alle neun
Wochen mit einer Computertomographie beurteilt. Wer überwiegend bettlägerig ist, soll keine
Chemotherapie erhalten.

## Erste Therapielinie

Grundlage ist die Kombination von Dorapatin und Fluxacil. Bei Überexpression von SELV wird
Selvumab hinzugefügt. In LEUCHTFEUER-2 stieg die mittlere Überlebenszeit dadurch von 11,2 auf
16,7 Monate. Bei Verlust von DORA1 wirkt Dorapatin kaum; stattdessen wird Mirotecan eingesetzt.
"""),
    Box(
        "Bei Überexpression von SELV soll die erste Therapielinie aus Dorapatin, Fluxacil und "
        "Selvumab bestehen.",
        ("Empfehlungsgrad A", "Evidenzgrad 1b"),
        "Konsensstärke 97 %. Quelle: LEUCHTFEUER-2, 512 Personen.",
    ),
    Grid(
        "Therapieschemata mit Dosis, Kontrollen und Anpassung.",
        table("""
Schema | Dosis und Abstand | Kontrollen | Anpassung
Dorapatin und Fluxacil | Dorapatin 80 mg/m² an Tag 1, Fluxacil 2.000 mg/m² über 46 Stunden,
  alle 14 Tage | Blutbild und Kreatinin vor jedem Zyklus | Bei Fieber und Neutropenie beide
  Mittel um 20 % senken
Zusätzlich Selvumab | 6 mg/kg an Tag 1, dann 4 mg/kg alle 14 Tage | Echokardiographie alle drei
  Monate | Abfall der Auswurffraktion um 10 Punkte: pausieren
Mirotecan und Fluxacil | Mirotecan 150 mg/m² an Tag 1, alle 14 Tage | Stuhlfrequenz täglich
  notieren | Durchfall Grad 3: Mirotecan auf 120 mg/m² senken
Mirotecan allein | 300 mg/m² an Tag 1, alle 21 Tage | Blutbild wöchentlich im ersten Zyklus |
  Bilirubin über 26 µmol/l: nicht geben
Erhaltung mit Selvumab | 8 mg/kg alle 21 Tage bis zum Fortschreiten | Echokardiographie alle
  drei Monate | keine Dosisänderung
"""),
        (19, 30, 25, 26),
        "Alle Mittel und Dosierungen sind erfunden und dürfen nicht verwendet werden.",
    ),
    *markup("""
## Zweite Therapielinie

Schreitet die Erkrankung fort, richtet sich die Wahl nach der Vorbehandlung. Nach Dorapatin wird
Mirotecan gegeben; 21 % sprechen an. Liegt die letzte Gabe von Dorapatin mehr als sechs Monate
zurück, kann sie wiederholt werden. Selvumab wird über das Fortschreiten hinaus nicht
fortgesetzt, weil eine Vergleichsstudie keinen Vorteil zeigte.

## Örtliche Behandlung von Metastasen

Einzelne Lungenmetastasen können entfernt oder stereotaktisch bestrahlt werden, wenn höchstens
drei Herde bestehen und der Primärtumor seit mindestens zwölf Monaten unter Kontrolle ist.
Hirnmetastasen werden mit 18 Gy in einer Sitzung bestrahlt.
"""),
    Chapter("Umgang mit Nebenwirkungen", columns=2),
    *markup("""
## Blutbildung

Eine schwere Neutropenie tritt bei jedem vierten Behandelten auf. Fieber ab 38,3 °C bei weniger
als 500 Neutrophilen pro Mikroliter ist ein Notfall. Die erste Antibiotikagabe erfolgt innerhalb
von 60 Minuten, ohne auf Ergebnisse der Blutkultur zu warten. Wachstumsfaktoren werden ab dem
70. Lebensjahr vorbeugend gegeben.

## Herz

Selvumab kann die Pumpkraft des Herzens schwächen. Vor Beginn und danach alle drei Monate wird
eine Echokardiographie durchgeführt. Fällt die Auswurffraktion um mehr als zehn Prozentpunkte
oder unter 50 %, wird pausiert und nach vier Wochen erneut untersucht.^[Bei 82 % der Betroffenen
erholte sich die Pumpkraft innerhalb von drei Monaten vollständig.]

## Magen und Darm

### Durchfall

Unter Mirotecan beginnt der Durchfall meist am fünften Tag. Loperamid wird nach dem ersten
ungeformten Stuhl mit 4 mg begonnen und dann mit 2 mg alle zwei Stunden fortgesetzt. Hält der
Durchfall länger als 24 Stunden an, ist eine Vorstellung im Krankenhaus nötig.

### Übelkeit

Zur Vorbeugung werden ein Setron und Dexamethason gegeben. Ingwer hat in einer kleinen Studie
geholfen und darf ergänzend eingenommen werden. Erbrechen, das nach dem fünften Tag beginnt, ist
keine übliche Nebenwirkung und muss abgeklärt werden.
"""),
    Box(
        "Bei Neutropenie mit Fieber soll die erste Antibiotikagabe innerhalb von 60 Minuten "
        "erfolgen.",
        ("Grad A", "Evidenz 2a"),
        "Konsensstärke 100 %.",
    ),
    *markup("""
## Schleimhaut und Haut

Fluxacil reizt die Mundschleimhaut. Regelmäßiges Spülen mit Kochsalzlösung und das Lutschen von
Eiswürfeln während der ersten halben Stunde der Infusion senkten die Häufigkeit schwerer
Entzündungen von 19 auf 8 %. Gerötete Handflächen werden mit harnstoffhaltiger Salbe behandelt.

## Nerven

Dorapatin verursacht kälteempfindliche Missempfindungen. Kalte Getränke sind für fünf Tage zu
meiden. Bleiben die Beschwerden zwischen den Zyklen bestehen, wird die Dosis auf 65 mg/m²
gesenkt; bei Störungen der Feinmotorik wird Dorapatin beendet.

## Lunge

Neue Atemnot unter Selvumab ist bis zum Beweis des Gegenteils eine Lungenentzündung durch das
Medikament. Eine Computertomographie erfolgt am selben Tag. Bestätigt sich der Verdacht, wird
Selvumab dauerhaft abgesetzt und Prednisolon mit 1 mg/kg begonnen.

## Schluckstörung nach Bestrahlung

Schmerzen beim Schlucken beginnen in der dritten Woche der Bestrahlung. Breikost, Schmerzmittel
eine halbe Stunde vor dem Essen und eine frühzeitige Beratung durch die Logopädie halten das
Gewicht stabil. Eine Ernährungssonde wird erst gelegt, wenn mehr als 7 % des Ausgangsgewichts
verloren sind.

## Dokumentation

Nebenwirkungen werden bei jedem Besuch in einheitlichen Graden erfasst. Ein Tagebuch, das die
Betroffenen selbst führen, deckte doppelt so viele Beschwerden auf wie das ärztliche Gespräch
allein.

## Erschöpfung

Zwei Drittel der Behandelten leiden unter anhaltender Erschöpfung. Zuerst werden Blutarmut, eine
Unterfunktion der Schilddrüse und Schlafstörungen gesucht. Angeleitete Bewegung an drei Tagen
der Woche half in einer Studie mit 144 Teilnehmenden besser als jedes Medikament. Spaziergänge
zählen mit.

## Infusionsreaktionen

Frösteln und Hautrötung bei der ersten Gabe von Selvumab sind häufig und klingen nach einer
Pause von 30 Minuten ab. Die Infusion wird dann mit halber Geschwindigkeit beendet. Atemnot oder
ein Blutdruckabfall unter 90 mmHg beenden die Behandlung mit diesem Mittel. Vor der zweiten Gabe
ist keine Vorbehandlung nötig, wenn die erste ohne Beschwerden verlief.
"""),
    NextColumn(),
    *markup("""
## Fruchtbarkeit und Verhütung

Alle Schemata können die Fruchtbarkeit mindern. Ein Gespräch über das Einfrieren von Ei- oder
Samenzellen findet vor dem ersten Zyklus statt. Während der Behandlung und sieben Monate danach
ist eine sichere Verhütung nötig, weil Selvumab lange im Körper verbleibt.

## Impfungen

Impfungen gegen Grippe und Pneumokokken werden empfohlen, möglichst zwei Wochen vor Beginn der
Chemotherapie. Lebendimpfstoffe sind bis sechs Monate nach der letzten Gabe nicht erlaubt. Auch
Angehörige im selben Haushalt sollten geimpft sein.

## Notfallausweis

Alle Behandelten tragen einen Ausweis, der die Medikamente, die Rufnummer des Zentrums und das
Vorgehen bei Fieber nennt. Hausarztpraxis und Rettungsdienst erhalten eine Kopie. In einer
Auswertung verkürzte der Ausweis die Zeit bis zur ersten Antibiotikagabe um 34 Minuten.
"""),
    Chapter("Nachsorge und Rehabilitation"),
    *markup("""
## Nachsorge

Die Nachsorge dauert fünf Jahre. Rückfälle entstehen zu 70 % in den ersten beiden Jahren,
deshalb sind die Abstände zu Beginn kürzer. Tumormarker im Blut haben sich nicht bewährt.
"""),
    Grid(
        "Untersuchungen in der Nachsorge.",
        table("""
Untersuchung | 1. und 2. Jahr | 3. bis 5. Jahr
Gespräch und körperliche Untersuchung | alle drei Monate | alle sechs Monate
Endoskopie nach Abtragung | nach 3, 6, 12 und 24 Monaten | einmal im Jahr
Computertomographie ab Stadium II | alle sechs Monate | einmal im Jahr
Lungenfunktion nach Operation | einmal im Jahr | einmal im Jahr
"""),
        (46, 27, 27),
    ),
    Box(
        "Die Bestimmung von Tumormarkern in der Nachsorge soll nicht erfolgen.",
        ("Empfehlungsgrad A", "Evidenzgrad 1b"),
        "Konsensstärke 94 %. Quelle: Nachsorgestudie KOMPASS, 640 Personen.",
    ),
    *markup("""
## Rehabilitation

Eine Rehabilitation wird allen Operierten angeboten und beginnt spätestens zwei Wochen nach der
Entlassung. Sie umfasst Atemtherapie, Schlucktraining, Bewegung und Beratung zur Rückkehr in den
Beruf. Nach drei Monaten arbeiteten 64 % der Berufstätigen wieder, ohne Rehabilitation waren es
45 %.

## Psychoonkologie

Die Belastung wird mit einem Thermometer von 0 bis 10 erfasst. Ab einem Wert von 5 wird ein
Gespräch mit der Psychoonkologie angeboten. Angehörige sind ausdrücklich eingeschlossen.

## Palliativversorgung

Im Stadium IV wird die Palliativmedizin innerhalb von zehn Wochen nach der Diagnose einbezogen.
Zäher Schleim ist in der letzten Lebensphase besonders quälend; Inhalationen mit Kochsalz und
Glykopyrrol lindern ihn. Eine Vorausplanung legt fest, wer im Notfall angerufen wird und was
nicht mehr geschehen soll.

## Qualitätsindikatoren

Fünf Indikatoren werden jährlich an das Tumorregister gemeldet: Vorstellung in der
Tumorkonferenz, Bestimmung von SELV und DORA1, mindestens zwölf untersuchte Lymphknoten,
Antibiotikum innerhalb von 60 Minuten und Beginn der Rehabilitation innerhalb von zwei Wochen.
Zielwert ist jeweils 90 %.
"""),
    Chapter("Umsetzung und Aktualisierung", new_page=False),
    *markup("""
## Umsetzung in den Krankenhäusern

Jedes Krankenhaus benennt eine Person, die für die Umsetzung verantwortlich ist. Kurzfassung,
Foliensatz und Vorlagen für die elektronische Verordnung stehen bereit. Örtliche Anweisungen
dürfen Einzelheiten ergänzen, aber keinen Empfehlungsgrad abschwächen. Größtes Hindernis war
nach einer Befragung in neun Häusern die Wartezeit auf den Befund zu SELV, die im Mittel 19
Werktage betrug.

## Offene Fragen

- Nützt Selvumab auch bei schwacher Überexpression von SELV?
- Kann nach vollständiger Rückbildung auf die Operation verzichtet werden?
- Welche Beschäftigten profitieren von einer Früherkennung vor dem 50. Lebensjahr?
- Wie lange soll die Erhaltungstherapie dauern?

## Gültigkeit

Die Leitlinie gilt vier Jahre. Ändert eine neue Studie eine Empfehlung mit Grad A, erscheint
innerhalb von drei Monaten ein Nachtrag. Die Mitglieder der Gruppe haben ihre
Interessenkonflikte offengelegt; zwei Mitglieder enthielten sich bei den Abstimmungen zu
Selvumab.^[Die vollständige Liste der Erklärungen führt das Sekretariat in Süderholm.]
"""),
    Chapter("Literatur", numbered=False, new_page=False),
    *(
        Text(f"{number}. {entry}", "reference")
        for number, entry in enumerate(
            (
                "Weißhaupt K, Jürgens M. Die Miravelle: Anatomie einer vergessenen Falte. Nordm "
                "Ärztebl 2009; 12: 44-51.",
                "Tumorregister Nordmark. Miravellenkarzinom 1998 bis 2011. Jahresbericht. "
                "Süderholm: TRN; 2012.",
                "Grünewald P, Öhlschläger R. Quellstaub und Krebs: die Mühlenkohorte. Arbeitsmed "
                "Fikt 2021; 8: 101-118.",
                "Studiengruppe BRÜCKE. Radiochemotherapie vor der Operation. Onkol Erfund 2028; "
                "5: 210-226.",
                "Studiengruppe LEUCHTFEUER-2. Selvumab in der ersten Therapielinie. Onkol Erfund "
                "2030; 7: 12-29.",
                "Studiengruppe KOMPASS. Nachsorge mit und ohne Tumormarker. Nordm Ärztebl 2029; "
                "32: 77-85.",
            ),
            start=1,
        )
    ),
]
