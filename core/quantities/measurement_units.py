"""Units of measurement, in symbols and in English and German words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """What is measured, and how many of its base units this one is."""

    dimension: str
    factor: Fraction = Fraction(1)

    def by(self, other: Unit) -> Unit:
        """This unit for each of the other one; the order of several divisions does not count."""
        above, *below = self.dimension.split("/")
        parts = [above, *sorted([*below, other.dimension])]
        return Unit("/".join(parts), self.factor / other.factor)


_NAMES = {
    "g": "g gram grams gramme grammes gramm",
    "l": "l L litre litres liter liters litern",
    "m": "m metre metres meter meters metern",
    "Gy": "Gy gray grays",
    "mol": "mol",
    "U": "U IU IE units einheiten",
    "J": "J joule",
    "Hz": "Hz hertz",
    "second": "s",
    "V": "V volt",
    "bar": "bar",
    "Pa": "Pa",
    "Eq": "Eq",
}
_LARGE_NAMES = {
    "W": "W watt",
    "Wh": "Wh",
    "V": "V",
    "Hz": "Hz",
    "Pa": "Pa",
    "byte": "byte bytes",
}
"""Those that are also counted in thousands of thousands."""
_LARGE = {"k": Fraction(10**3), "M": Fraction(10**6), "G": Fraction(10**9), "T": Fraction(10**12)}
_PREFIXES = {
    "": Fraction(1),
    "k": Fraction(1000),
    "c": Fraction(1, 100),
    "d": Fraction(1, 10),
    "m": Fraction(1, 1000),
    "µ": Fraction(1, 10**6),
    "μ": Fraction(1, 10**6),
    "n": Fraction(1, 10**9),
}
_PREFIX_WORDS = {
    "kilo": "k",
    "centi": "c",
    "zenti": "c",
    "deci": "d",
    "dezi": "d",
    "milli": "m",
    "micro": "µ",
    "mikro": "µ",
    "nano": "n",
}
_OTHERS: dict[Unit, str] = {
    Unit("second"): "s sec secs seconds sekunde sekunden",
    Unit("second", Fraction(60)): "min mins minute minutes minuten",
    Unit("second", Fraction(3600)): "h hr hrs hour hours stunde stunden std",
    Unit("second", Fraction(86400)): "d day days tag tage tagen tages",
    Unit("second", Fraction(604800)): "wk wks week weeks woche wochen",
    Unit("month"): "month months monat monate monaten monats",
    Unit("month", Fraction(12)): "yr yrs year years jahr jahre jahren jahres",
    Unit("month", Fraction(120)): "decade decades jahrzehnt jahrzehnte jahrzehnten",
    Unit("working day"): "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
    Unit("percent"): "% percent prozent",
    Unit("percentage point"): "prozentpunkt prozentpunkte prozentpunkten",
    Unit("mmHg"): "mmHg",
    Unit("Pa", Fraction(100)): "hPa",
    Unit("byte", Fraction(10**3)): "kB KB",
    Unit("byte", Fraction(10**6)): "MB",
    Unit("byte", Fraction(10**9)): "GB",
    Unit("byte", Fraction(10**12)): "TB",
    Unit("mol/l", Fraction(1, 10**3)): "mM",
    Unit("mol/l", Fraction(1, 10**6)): "µM μM",
    Unit("mol/l", Fraction(1, 10**9)): "nM",
    Unit("permille"): "‰ promille",
    Unit("degree"): "° °C celsius degree degrees grad",
    Unit("degree fahrenheit"): "°F fahrenheit",
    Unit("kelvin"): "K kelvin",
    Unit("point"): "point points punkt punkte punkten",
    Unit("decibel"): "dB",
    Unit("ppm"): "ppm",
    Unit("ppm", Fraction(1, 1000)): "ppb",
    Unit("inch"): "inch inches zoll",
    Unit("inch", Fraction(12)): "ft foot feet",
    Unit("mile"): "mile miles meile meilen",
    Unit("ounce"): "oz ounce ounces",
    Unit("lb"): "lb lbs",
    Unit("pound"): "pound pounds pfund",
    Unit("pound sterling"): "£ GBP",
    Unit("pound sterling", Fraction(1, 100)): "pence",
    Unit("euro"): "€ EUR euro euros",
    Unit("dollar"): "$ USD dollar dollars",
    Unit("franc"): "CHF franken francs",
    Unit("yen"): "¥ JPY yen",
    Unit("cent"): "ct cent cents",
    Unit("tablet"): "tablet tablets tablette tabletten",
    Unit("capsule"): "capsule capsules kapsel kapseln",
    Unit("drop"): "drop drops tropfen",
    Unit("puff"): "puff puffs hub hübe hüben",
    Unit("ampoule"): "ampoule ampoules ampulle ampullen",
    Unit("vial"): "vial vials durchstechflasche durchstechflaschen",
    Unit("sachet"): "sachet sachets beutel",
    Unit("patch"): "patch patches pflaster",
    Unit("suppository"): "suppository suppositories zäpfchen",
    Unit("spoonful"): "teaspoon teaspoons teaspoonful teaspoonfuls teelöffel",
    Unit("spoonful", Fraction(3)): "tablespoon tablespoons tablespoonful esslöffel",
    Unit("m2"): "m2 m² quadratmeter",
    Unit("l", Fraction(1, 1000)): "cm3 cm³ cc",
    Unit("kcal"): "kcal",
    Unit("g", Fraction(1, 10**6)): "mcg ug",
    Unit("times"): "times mal fold fach",
}
_PHRASES = {
    "per cent": "percent",
    "percentage points": "prozentpunkte",
    "percentage point": "prozentpunkte",
    "degrees celsius": "celsius",
    "degree celsius": "celsius",
    "grad celsius": "celsius",
    "degrees fahrenheit": "fahrenheit",
    "degree fahrenheit": "fahrenheit",
    "grad fahrenheit": "fahrenheit",
    "pounds sterling": "GBP",
    "swiss francs": "CHF",
    "schweizer franken": "CHF",
    "us dollars": "USD",
    "us dollar": "USD",
    "working days": "werktage",
    "working day": "werktage",
    "business days": "werktage",
    "square metres": "m2",
    "square metre": "m2",
    "square meters": "m2",
}


def _table() -> dict[str, Unit]:
    found = {name: unit for unit, names in _OTHERS.items() for name in names.split()}
    for dimension, names in _NAMES.items():
        for name in names.split():
            if name.islower() and len(name) > 3:
                for word, prefix in {"": "", **_PREFIX_WORDS}.items():
                    found[f"{word}{name}"] = Unit(dimension, _PREFIXES[prefix])
            else:
                for prefix, factor in _PREFIXES.items():
                    found.setdefault(f"{prefix}{name}", Unit(dimension, factor))
    for dimension, names in _LARGE_NAMES.items():
        for name in names.split():
            for prefix, factor in {"": Fraction(1), **_LARGE}.items():
                found.setdefault(f"{prefix}{name}", Unit(dimension, factor))
    return found


UNITS = _table()
PHRASES = tuple(_PHRASES)
"""Units of two words, as they are looked up by `unit_of`."""
PERIODS = frozenset({"second", "month", "working day"})
"""Dimensions of time."""
_ALIKE = ({"pound", "lb"}, {"pound", "pound sterling"})
"""Dimensions that a word does not tell apart."""


def comparable(one: str, other: str) -> bool:
    """Whether two dimensions may be the same: "pounds" are a weight or money."""
    return one == other or {one, other} in _ALIKE


def unit_of(word: str) -> Unit | None:
    """The unit that a word or symbol names; case counts for symbols, not for words."""
    lowered = " ".join(word.lower().split())
    word = _PHRASES.get(lowered, word)
    if word in UNITS:
        return UNITS[word]
    return UNITS.get(lowered) if len(lowered) > 2 else None
