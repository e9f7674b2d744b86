"""What the tests of components share."""

from tests.installed_components import looked_for_once

looked_for_once()
