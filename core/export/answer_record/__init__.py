"""An answer as one file to hand on: PDF, Word or a web page, each with the same content in order.

`base` is the value, `building` makes it of an answer, `illustrating` draws its cut-outs and pages.
`content` says once what stands in a file and in which order; `pdf`, `docx` and `html` only set it.
The same record gives the same bytes.
"""
