"""Looking after the data folder: verifying and repairing it, and carrying it elsewhere."""

from core.maintenance.archive import Contents
from core.maintenance.backup import back_up
from core.maintenance.check import check
from core.maintenance.damage import Finding
from core.maintenance.restore import restore

__all__ = ["Contents", "Finding", "back_up", "check", "restore"]
