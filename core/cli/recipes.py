"""Settings as a recipe file, for other libraries, people and programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.arguments import add_configuration, configuration_of
from core.cli.output import save
from core.configuration.adopted import adopt
from core.configuration.recipe_file import recipe_text
from core.settings_changes import save_settings

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.workbench import Workbench


def add_recipe(parser: ArgumentParser) -> None:
    """The arguments of `recipe`."""
    add_configuration(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, help="where to write to")
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="cut and search the documents of this library by it from now on, also in the app",
    )
    parser.set_defaults(by_model=None)


def recipe(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Prints a recipe, or writes it into a file; with --adopt the library uses it, too."""
    config = configuration_of(arguments, workbench.settings)
    text = recipe_text(config)
    if arguments.out:
        save(arguments.out, text.encode())
        console.say(f"{arguments.out}: {len(text.encode())} bytes")
    else:
        console.say(text.rstrip())
    if arguments.adopt:
        settings = save_settings(workbench.settings, {"encoder": config.encoder})
        adopt(settings, config)
        console.notice("The library uses it from now on.")
        if settings.encoder != config.encoder:
            console.notice(
                f"The environment sets the embedding model {settings.encoder}, which stays in "
                "use: change SIGHTLINE_ENCODER there."
            )
    console.result({"recipe": config.to_json(), "file": str(arguments.out or "")})
    return True
