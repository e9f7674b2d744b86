"""What processes need that change a library and are killed, imported once, by what they copy.

PyMuPDF comes without its models, of which loading takes longer than all that they do.
"""

from core.jobs.model_loading import import_lean

import_lean()

import core.library.typesetting  # noqa: E402, F401
import tests.core.library.file_stores.stopped_process  # noqa: E402
import tests.core.library.record_stores.busy_process  # noqa: E402, F401
