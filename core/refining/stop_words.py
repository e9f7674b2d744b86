"""Words that say nothing on the topic of a text, English and German."""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
    a about above according across after again against all almost alone along already also
    although always am among an and another any anybody anyone anything are aren't around as at
    away back be became because become becomes been before began begin begins behind being below
    between both but by came can cannot case cases come comes could day days did do does doing
    done down during each either else end enough etc even ever every everybody everyone
    everything few fewer first following for found from further gave general get give given
    gives go goes going gone good got great had has have having he hence her here hers herself
    high higher him himself his how however i if in include included includes including indeed
    instead into is it its itself just keep kept knew know known large larger last later least
    less let like likely little long longer low lower made make makes making many may me might
    mine more most much must my myself near nearly need needed needs neither never new next no
    nobody none nor not nothing now number numbers of off often old on once one only onto or
    other others otherwise our ours out over own part per perhaps place possible put quite
    rather really regarded remain remains same saw say said see seen seem several shall she
    should show shown shows since small smaller so some somebody someone something sometimes
    soon still such take taken takes than that the their theirs them themselves then there
    therefore these they thing things this those though through throughout thus till time times
    to together told too took toward towards two three four five six seven eight nine ten under
    unless until up upon us use used uses using usual usually various very via want was way we
    well went were what when where whereas whether which while who whole whom whose why will
    with within without would year years yet you your yours yourself offer offered consider
    considered ensure follow ends begins becomes rest www http https org com et al e.g i.e apply
    applies carry carries whatever regardless least hour hours minute minutes week weeks month
    months january february march april june july august september october november december
    sent brought held directly ab aber alle allein allem allen aller alles als also am an andere
    anderem anderen anderer anders auch auf aus außer bei beide beiden beim bereits bis bleiben
    bleibt da dabei dadurch dafür dagegen daher damit danach daneben dann daran darauf daraus
    darf darin darüber darum darunter das dass davon davor dazu dein dem den denen denn dennoch
    der deren des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort
    du durch dürfen ebenfalls ein eine einem einen einer eines einige einigen einmal er erst
    erste ersten es etwa etwas euch falls fast für gegen geht gemacht genau gibt ging gut habe
    haben hat hatte hatten her hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im
    immer in indem infolge innerhalb ins ist jede jedem jeden jeder jedes jedoch jene jenen
    jetzt kann kein keine keinem keinen keiner können könnte lassen lässt machen man mehr mein
    mit mittels möglich möglichst muss müssen musste nach nachdem neben nein nicht nichts noch
    nötig nun nur ob oben oder oft ohne sehr sein seine seinem seinen seiner seit seitdem selbst
    sich sie sind so sobald sofern sogar solange solche sollen soll sollte sollten sondern sonst
    soweit sowie statt über um und uns unser unter viel viele vielen vom von vor vorher war
    waren wäre warum was weder weg wegen weil weiter weitere weiteren welche welchem welchen
    welcher wenig weniger wenn wer werden wie wieder wird wo wobei wurde wurden während zu zum
    zur zwar zwei drei vier fünf sechs sieben acht neun zehn zwischen jahr jahre jahren tag tage
    tagen stunde stunden minuten woche wochen monat monate monaten januar februar märz mai juni
    juli oktober dezember
    """.split()
)
