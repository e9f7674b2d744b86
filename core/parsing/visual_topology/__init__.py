"""Path 3: pages read by sight, with a layout model, table structure and OCR."""
