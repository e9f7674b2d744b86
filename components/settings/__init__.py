"""What the app is set to: data folder, limits, models, keys, versions."""

from components.settings.addresses import addresses
from components.settings.confinement import confinement
from components.settings.encoder import encoder
from components.settings.folder import folder
from components.settings.installed import installed
from components.settings.ledger import ledger
from components.settings.limits import limits
from components.settings.model import model
from components.settings.ocr import ocr
from components.settings.second_reader import second_reader
from components.settings.server import server
from components.settings.services import services
from components.settings.upkeep import upkeep
from components.settings.verdicts import verdicts

__all__ = [
    "addresses",
    "confinement",
    "encoder",
    "folder",
    "installed",
    "ledger",
    "limits",
    "model",
    "ocr",
    "second_reader",
    "server",
    "services",
    "upkeep",
    "verdicts",
]
