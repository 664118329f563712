"""What the policy of a page forbids is a complaint, for which each test looks in the end.

All that it forbids is in tests/web/headers.txt.
"""

from functools import partial

import pytest
from playwright.sync_api import Route

from tests.browser.phone import IS_WHOLE, Phone

PLANTED = (
    "<script>1</script>",
    '<b style="color: red">x</b>',
    '<img src="https://evil.example/a.png" alt="">',
)


def plant(html: str, route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("<main", f"{html}<main", 1))


@pytest.mark.long
def test_what_is_planted_in_a_page_is_a_complaint(phone: Phone) -> None:
    for html in PLANTED:
        phone.page.route("**/rules/", partial(plant, html), times=1)
        phone.visits("/rules/")
        phone.page.wait_for_function(IS_WHOLE)
        found, phone.complaints = phone.complaints, []
        assert any("Content Security Policy" in each for each in found), html
