"""The app: the frame around its pages, and the place where errors become words.

A server imports this file as `app:app`, as `streamlit run app.py` does; Streamlit runs it as the
main script whenever a page is drawn. So there is no way to a page but through the host guard.
"""

from pathlib import Path

import streamlit as st

if __name__ == "__main__":
    from components import resources, state
    from components.errors import Boundary
    from components.frame.frame import frame
    from components.frame.sign_in_page import sign_in_page
    from components.link_notes import link_notes
    from components.navigation import current_page, page_paths
    from components.selection.last_document import remember_document
    from components.sign_in import note_link, signed_in
    from components.style import style

    icon = Path(__file__).parent / "components" / "icon.svg"
    page = current_page()
    # With an entry of its own the menu is there, and in it light or dark.
    about = "**Sightline** shows where every chunk and every answer stands on its page."
    st.set_page_config(
        page_title=f"{page.title} · Sightline",
        page_icon=icon,
        layout="wide",
        menu_items={"About": about},
    )
    style()
    with Boundary(), signed_in() as refused:
        if refused is None:
            state.restore()
            if state.linked():
                note_link(state.view().document)
            with link_notes(page.title):
                frame(page.title, page_paths())
                page.run()
                remember_document()
            resources.warm_up()
            resources.keep_indexed()
        else:
            sign_in_page(refused)
else:
    from streamlit.runtime.pages_manager import PagesManager

    from components import resources
    from components.server.middleware import middleware
    from components.server.starting import in_background

    # Until `st.navigation` was called once, Streamlit would run the scripts of the folder `pages`
    # by themselves: the first visitor on a link would see a page without the app around it.
    PagesManager.uses_pages_directory = False
    app = st.App(__file__, middleware=middleware(), lifespan=in_background(resources.begin))
