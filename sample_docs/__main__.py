"""The same as `python -m sample_docs.build`."""

from sample_docs.build import main

main()
