"""Path 2: narratives without headings, cut into segments at topic transitions."""
