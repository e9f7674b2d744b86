"""What leaves the workbench: chunks as JSONL and Markdown, marks as annotations of a PDF.

A SIR as JSON is `core.sir_io.to_json`, an answer `core.answering.report.answer_dict`. Everything
here is a pure function: the same chunks, marks and file give the same bytes.
"""
