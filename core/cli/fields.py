"""Options of the command line from the fields of pydantic models, such as those of strategies."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction
from typing import TYPE_CHECKING

from core.chunking import STRATEGIES, chunker
from core.chunking.options import choices

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pydantic import BaseModel
    from pydantic.fields import FieldInfo


def strategy_models() -> dict[str, type[BaseModel]]:
    """The options of all strategies."""
    return {name: chunker(name).options for name in STRATEGIES}


def add_fields(
    parser: ArgumentParser,
    models: Mapping[str, type[BaseModel]],
    *,
    several: bool = False,
    leave_out: Collection[str] = (),
) -> None:
    """One option for each field of the models, named after it and after its symbol.

    With `several` an option takes a list of values.
    """
    fields: dict[str, tuple[FieldInfo, list[str]]] = {}
    for owner, model in models.items():
        for name, field in model.model_fields.items():
            fields.setdefault(name, (field, []))[1].append(owner)
    for name, (field, owners) in fields.items():
        if name in leave_out:
            continue
        suffix = f" ({', '.join(owners)} only)" if len(owners) < len(models) else ""
        parser.add_argument(
            *_flags(name, field),
            dest=name,
            metavar=_metavar(field),
            nargs="+" if several else None,
            type=_read_as(field),
            help=f"{field.title}.{suffix}".replace("%", "%%"),
        )


def add_switches(parser: ArgumentParser, model: type[BaseModel]) -> None:
    """A switch such as `--signature` or `--no-signature` for each field; None where not given."""
    for name, field in model.model_fields.items():
        usual = "on" if field.default else "off"
        parser.add_argument(
            f"--{name}",
            action=BooleanOptionalAction,
            default=None,
            help=f"{field.description} {usual.title()} unless the library starts otherwise.",
        )


def _metavar(field: FieldInfo) -> str:
    return "|".join(choices(field)) or ("0|1" if field.annotation is bool else "NUMBER")


def _read_as(field: FieldInfo) -> type[str | int | float]:
    """How a value is read; whether a name is known is said by the options themselves."""
    if choices(field):
        return str
    return int if field.annotation in (int, bool) else float


def _flags(name: str, field: FieldInfo) -> list[str]:
    """`--max-tokens` and, where the title begins with a symbol such as "N:", `--n`."""
    symbol, colon, _ = (field.title or "").partition(":")
    flags = [f"--{name.replace('_', '-')}"]
    if colon and len(symbol) <= 3:
        flags.insert(0, f"--{symbol.lower().replace('_', '-')}")
    return list(dict.fromkeys(flags))
