"""What the tests of components share."""

from tests.app_tests import spare_needless_work

spare_needless_work()
