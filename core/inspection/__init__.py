"""The Inspector: probes a document without reading its text, and chooses how to parse it."""

TOOLS = {
    "analyze_metadata": "core.inspection.metadata:analyze_metadata",
    "probe_layout_complexity": "core.inspection.layout:probe_layout_complexity",
    "test_rule_adherence": "core.inspection.rules:test_rule_adherence",
}
"""Name of each probing tool and where it is; each takes a `Sample` and answers with a model."""

SAMPLE = "read_sample"
"""The name under which the time of reading the sample is given, before the tools'."""
