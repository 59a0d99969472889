"""The shell of every HTML page that is made here: one file, one style, mathematics, and a policy that forbids the rest.

    page = Page("Title", template("tcsalgbench.graphs", "graph.html").render(graph=graph))
    write_page(Path("graph.html"), page)

`Page.body` is `Markup`: what was not escaped by a template or made by `tex_html` cannot get into it by accident.
"""

from tcsalgbench.pages.page import Page, render_page, write_page
from tcsalgbench.pages.server import Asked, serve, serving
from tcsalgbench.pages.template import template
from tcsalgbench.pages.visible import visible

__all__ = ["Asked", "Page", "render_page", "serve", "serving", "template", "visible", "write_page"]
