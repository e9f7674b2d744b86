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
        """This unit for each of the other one."""
        return Unit(f"{self.dimension}/{other.dimension}", self.factor / other.factor)


_NAMES = {
    "g": "g gram grams gramme grammes gramm",
    "l": "l L litre litres liter liters litern",
    "m": "m metre metres meter meters metern",
    "Gy": "Gy gray grays",
    "mol": "mol",
    "U": "U IU IE units einheiten",
    "J": "J joule",
    "Hz": "Hz hertz",
}
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
    Unit("kPa"): "kPa",
    Unit("degree"): "° °C celsius degree degrees",
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
    return found


UNITS = _table()
PHRASES = tuple(_PHRASES)
"""Units of two words, as they are looked up by `unit_of`."""
PERIODS = frozenset({"second", "month", "working day"})
"""Dimensions of time."""


def unit_of(word: str) -> Unit | None:
    """The unit that a word or symbol names; case counts for symbols, not for words."""
    lowered = " ".join(word.lower().split())
    word = _PHRASES.get(lowered, word)
    if word in UNITS:
        return UNITS[word]
    return UNITS.get(lowered) if len(lowered) > 2 else None
