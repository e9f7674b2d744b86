"""Looking after the data folder: verifying and repairing it, and carrying it elsewhere."""

from core.maintenance.archive import Contents
from core.maintenance.backup import back_up
from core.maintenance.check import check
from core.maintenance.damage import Damage
from core.maintenance.restore import restore

__all__ = ["Contents", "Damage", "back_up", "check", "restore"]
