"""Kapitel 1 bis 4 der deutschen Leitlinie."""

from sample_docs.typeset.blocks import Block, Box, Chapter, Grid, markup, table

GRUNDLAGEN: list[Block] = [
    Chapter("Einleitung"),
    *markup("""
Das Miravellenkarzinom geht von den Schleimdrüsen der Miravelle aus, einer erfundenen Falte
zwischen Luftröhre und Speiseröhre. Es wurde lange mit Tumoren der Speiseröhre verwechselt. Erst
das Tumorregister Nordmark hat 2012 gezeigt, dass Verlauf und Ansprechen auf die Behandlung
verschieden sind.^[Ausgewertet wurden 1.874 Fälle aus 23 Krankenhäusern der Jahre 1998 bis
2011.] Seither ist die Zahl der Studien gestiegen, und die Versorgung weicht von Haus zu Haus
erheblich voneinander ab.

## Ziel und Geltungsbereich

Die Leitlinie beschreibt den Weg von der ersten Verdachtsdiagnose bis zum Ende der Nachsorge.
Sie soll unbegründete Unterschiede verringern und Patientinnen und Patienten eine gemeinsame
Entscheidung ermöglichen. Sie gilt für Erwachsene ab 18 Jahren. Gutartige Zysten der Miravelle,
Lymphome und Metastasen anderer Tumoren sind nicht Gegenstand der Leitlinie.

### Adressaten

Die Leitlinie richtet sich an alle, die an der Versorgung beteiligt sind: Hausärztinnen und
Hausärzte, Fachärzte für Innere Medizin, Thoraxchirurgie, Strahlentherapie, Radiologie und
Pathologie sowie an Pflegefachkräfte. Eine verständliche Fassung für Betroffene erscheint
gleichzeitig.

## Methodik

Die Leitliniengruppe formulierte elf Schlüsselfragen. Die Literatursuche umfasste den Zeitraum
von 2004 bis März 2031 und ergab 2.966 Treffer, von denen 71 Arbeiten eingeschlossen wurden.
Jede Empfehlung wurde in einer strukturierten Konferenz abgestimmt. Angenommen war sie ab einer
Zustimmung von 75 %.

### Empfehlungsgrade

Der Empfehlungsgrad ergibt sich aus der Güte der Belege, der Größe des Nutzens und den Wünschen
der Betroffenen. Er wird auch sprachlich ausgedrückt.
"""),
    Grid(
        "Empfehlungsgrade und ihre Formulierung.",
        table("""
Grad | Bedeutung | Formulierung
A | starke Empfehlung | soll, soll nicht
B | Empfehlung | sollte, sollte nicht
0 | Empfehlung offen | kann erwogen werden
EK | Expertenkonsens ohne ausreichende Studien | je nach Stärke des Konsenses
"""),
        (12, 48, 40),
    ),
    Chapter("Epidemiologie und Risikofaktoren", new_page=False),
    *markup("""
## Häufigkeit und Überleben

In der Nordmark erkranken jährlich 0,9 von 100.000 Menschen. Das mittlere Alter bei der Diagnose
liegt bei 66 Jahren; Frauen sind mit einem Anteil von 57 % häufiger betroffen. Das relative
Fünfjahresüberleben beträgt über alle Stadien 47 %. Wird der Tumor auf die Schleimhaut begrenzt
gefunden, leben nach fünf Jahren noch 88 %, bei Fernmetastasen nur 6 %.

## Risikofaktoren

### Beruf und Umwelt

Der wichtigste Risikofaktor ist feiner Quellstaub aus der Verarbeitung von Moorkorn. Nach mehr
als fünfzehn Jahren Tätigkeit in einer Mühle ohne Absaugung war das Risiko 3,4-mal so hoch wie
in der übrigen Bevölkerung. Seit die Absaugung 1996 vorgeschrieben wurde, sinkt die Zahl der
Erkrankungen unter Beschäftigten.^[Die Latenzzeit beträgt im Mittel 26 Jahre, weshalb auch heute
noch neue Fälle anerkannt werden.]

### Rauchen, Ernährung und Reflux

Rauchen verdoppelt das Risiko nahezu (Faktor 1,9). Ein langjähriger Reflux erhöht es um 40 %.
Für Kaffee, Gewürze und Süßstoffe wurde kein Zusammenhang gefunden. Übergewicht wirkt vermutlich
nur über den Reflux.

## Früherkennung

Eine allgemeine Früherkennung ist nicht begründet, weil die Erkrankung selten ist und die
Endoskopie der Miravelle eine Sedierung verlangt. Beschäftigte mit hoher Staubbelastung bilden
eine Ausnahme.
"""),
    Box(
        "Personen mit mehr als fünfzehn Jahren Quellstaubbelastung sollten ab dem 50. Lebensjahr "
        "alle drei Jahre endoskopisch untersucht werden.",
        ("Empfehlungsgrad B", "Evidenzgrad 2b"),
        "Konsensstärke 89 %. Quelle: Mühlenkohorte Nordmark, 6.210 Beschäftigte.",
    ),
    Chapter("Diagnostik"),
    *markup("""
## Beschwerden

Häufigstes Frühzeichen ist ein zäher, süßlich schmeckender Schleim am Morgen, den 52 % der
Betroffenen angeben. Heiserkeit und Schluckstörungen treten später auf. Bluthusten ist selten,
verlangt aber eine Abklärung innerhalb von 48 Stunden.

## Endoskopie und Gewebeprobe

Die Endoskopie der Miravelle ist die entscheidende Untersuchung. Der Eingang liegt hinter dem
linken Hauptbronchus und wird mit einem dünnen Gerät von höchstens 4,2 mm Durchmesser
gespiegelt. Aus jeder auffälligen Stelle werden mindestens sechs Proben entnommen, da die
Trefferquote damit von 78 auf 96 % steigt. Blutverdünnende Mittel werden nach dem örtlichen
Schema pausiert.
"""),
    Box(
        "Bei Verdacht auf ein Miravellenkarzinom soll eine Endoskopie mit mindestens sechs "
        "Gewebeproben erfolgen.",
        ("Empfehlungsgrad A", "Evidenzgrad 1b"),
        "Konsensstärke 100 %. Quelle: Vergleichsstudie SPIEGEL, 388 Personen.",
    ),
    *markup("""
## Bildgebung

### Computertomographie

Eine Computertomographie von Hals, Brustkorb und Oberbauch mit Kontrastmittel gehört zu jeder
Ausbreitungsdiagnostik. Lymphknoten über 8 mm gelten als verdächtig. Bei einer glomerulären
Filtrationsrate unter 30 ml/min tritt die Magnetresonanztomographie an ihre Stelle.

### Endosonographie

Die Endosonographie misst die Tiefe des Tumors auf einen Millimeter genau. Sie entscheidet
darüber, ob eine endoskopische Abtragung möglich ist, und soll deshalb vor jeder örtlichen
Behandlung stattfinden.

## Pathologie

Der Befund nennt Tumortyp, Differenzierungsgrad, Eindringtiefe in Mikrometern, Gefäßeinbruch und
Schnittränder. Zwei Merkmale steuern die Behandlung: die Überexpression von SELV, die bei 38 % der
Tumoren vorliegt, und der Verlust von DORA1, der bei 17 % gefunden wird.
"""),
    Box(
        "Vor jeder Systemtherapie soll das Tumorgewebe auf SELV und DORA1 untersucht werden.",
        ("Empfehlungsgrad A", "Evidenzgrad 1b"),
        "Konsensstärke 95 %. Quelle: LEUCHTFEUER-2.",
    ),
    *markup("""
## Stadieneinteilung

Die Einteilung beruht auf Eindringtiefe, Lymphknoten und Fernmetastasen. Weichen Bildgebung und
Pathologie voneinander ab, gilt der pathologische Befund.
"""),
    Grid(
        "Stadien des Miravellenkarzinoms und relatives Fünfjahresüberleben.",
        table("""
Stadium | Ausdehnung | Lymphknoten | Überleben
0 | auf die Schleimhaut begrenzt | frei | 88 %
I | bis in die Drüsenschicht, höchstens 500 µm | frei | 79 %
II | tiefer als 500 µm, Faserhülle intakt | frei oder höchstens zwei befallen | 54 %
III | Durchbruch der Faserhülle oder mehr als zwei Lymphknoten | befallen | 29 %
IV | Fernmetastasen | beliebig | 6 %
"""),
        (12, 44, 28, 16),
        "Die Tiefe wird ab der Unterkante der Schleimhautmuskulatur gemessen.",
    ),
    Chapter("Behandlung der lokalisierten Erkrankung", new_page=False),
    *markup("""
## Endoskopische Abtragung

Tumoren im Stadium 0 und kleine Tumoren im Stadium I können endoskopisch geheilt werden.
Voraussetzung ist ein Durchmesser bis 20 mm ohne Gefäßeinbruch. Die Abtragung gelingt in 93 %
der Fälle in einem Stück. Nachblutungen traten bei 4 % auf und ließen sich fast immer durch
Clips stillen.
"""),
    Box(
        "Tumoren im Stadium 0 mit einem Durchmesser bis 20 mm sollen endoskopisch abgetragen "
        "werden.",
        ("Empfehlungsgrad A", "Evidenzgrad 2a"),
        "Konsensstärke 97 %.",
    ),
    *markup("""
## Operation

### Umfang

Ab dem Stadium I mit mehr als 20 mm Durchmesser wird die Miravelle vollständig entfernt. Zum
Eingriff gehört die Ausräumung der Lymphknoten beiderseits der Luftröhre; mindestens zwölf
Lymphknoten sollen untersucht werden. Die Rekonstruktion mit einem Muskellappen verhindert
Fisteln, die ohne Lappen bei jedem siebten Eingriff auftraten.

### Zentren

Krankenhäuser mit mehr als fünfzehn Eingriffen im Jahr hatten eine Sterblichkeit von 1,8 %,
solche mit weniger als fünf Eingriffen eine von 7,3 %. Die Leitliniengruppe empfiehlt daher die
Überweisung an ein Zentrum und nennt als Mindestmenge zehn Eingriffe im Jahr.
"""),
    Box(
        "Die Entfernung der Miravelle sollte nur in Krankenhäusern mit mindestens zehn "
        "Eingriffen im Jahr erfolgen.",
        ("Empfehlungsgrad B", "Evidenzgrad 2b"),
        "Konsensstärke 84 %. Quelle: Tumorregister Nordmark.",
    ),
    *markup("""
## Begleitende Behandlung

### Vor der Operation

In den Stadien II und III verbessert eine Radiochemotherapie vor der Operation das Überleben.
Gegeben werden 41,4 Gy in 23 Fraktionen zusammen mit Dorapatin 30 mg/m² einmal pro Woche. In der
Studie BRÜCKE lebten nach drei Jahren 61 % der so Behandelten, ohne Vorbehandlung waren es 48
%.^[Die Operation folgt sechs bis acht Wochen nach der letzten Bestrahlung; ein längerer Abstand
wurde nicht geprüft.]

### Nach der Operation

Bleibt nach Vorbehandlung und Operation Tumorgewebe nachweisbar, wird Selvumab für zwölf Monate
gegeben, sofern SELV überexprimiert ist. Bei vollständiger Rückbildung ist keine weitere
Therapie nötig.
"""),
    Box(
        "In den Stadien II und III soll vor der Operation eine Radiochemotherapie mit 41,4 Gy "
        "und Dorapatin erfolgen.",
        ("Empfehlungsgrad A", "Evidenzgrad 1b"),
        "Konsensstärke 92 %. Quelle: BRÜCKE, 344 Personen.",
    ),
    *markup("""
## Alleinige Strahlentherapie

Ist eine Operation nicht möglich oder nicht gewünscht, kommt eine Radiochemotherapie mit 54 Gy
in 30 Fraktionen in Betracht. Damit blieb der Tumor bei 57 % zwei Jahre lang unter Kontrolle.
Die Lunge begrenzt die Dosis: Höchstens 20 % des Volumens dürfen mit mehr als 20 Gy belastet
werden.
"""),
]
