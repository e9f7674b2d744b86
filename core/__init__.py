"""The engine of Sightline: from a PDF to chunks and answers that know their exact lines."""

import os

# onnxruntime reports its use to its makers unless it finds this before it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
