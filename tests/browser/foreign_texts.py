"""Texts of which Streamlit's Markdown would make something else, in one way or another."""

TEXTS = (
    "![x](http://a.invalid/p.png) <img src=http://a.invalid/q.png> <b>bold</b>",
    ":red[red] :red-badge[x] :blue-background[y] :small[z] :color[q]{foreground=red}",
    "$x^2$ and $$y$$ at $5 and $6",
    "http://a.invalid/a_b https://a.invalid WWW.a.invalid me@a.invalid mailto:me@a.invalid",
    "&lt;b&gt; &amp; &#58; &copy;",
    ":smile: :+1: :material/home: :material_home: :streamlit: a:smile:b :a:smile:b:",
    "x -> y -- z <- w <-> v >= <= ~= u --- ->-> <!-- c -->",
    "--",
    "->",
    "1986. year",
    "1) item",
    "12.",
    "- item",
    "+44 20",
    "* item",
    "# heading",
    "> quote",
    "=====",
    "---",
    "- [ ] task",
    "~~strike~~ `code` ``` *a* _b_ __c__",
    "a | b | c",
    "[^1] [link](http://a.invalid) [ref] <http://a.invalid>",
    "[ref]: http://a.invalid 'x'",
    "back\\slash \\n \\* \\[ \\",
    ":::note",
    "::leaf[x]",
    "{a=b} @{x} }{ [x]{.y}",
    "10:30 1:2:3 a:b c::d :::e :f :) ;)",
    "5\u00a0mg a\u200bb",
    "<script>alert(1)</script><details open>",
)

FROM_THE_RIGHT = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd 15. "
"""Two words of Hebrew and a number, which stands left of them."""
