"""What the policy of a page forbids is a complaint, for which each test looks in the end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from tests.browser.phone import IS_WHOLE, Phone

PLANTED = {
    "a script in the page": "<script>1</script>",
    "a script of another site": '<script src="https://evil.example/a.js"></script>',
    "something to run when tapped": '<b onclick="1">x</b>',
    "a style of its own": '<b style="color: red">x</b>',
    "a style that is not ours": "<style>b { color: red }</style>",
    "a picture of another site": '<img src="https://evil.example/a.png" alt="">',
    "a frame": '<iframe src="/" title="x"></iframe>',
}


@pytest.mark.long
def test_what_is_planted_in_a_page_is_a_complaint(phone: Phone) -> None:
    for planted, html in PLANTED.items():
        phone.page.route("**/rules/", _planting(html), times=1)
        phone.visits("/rules/")
        phone.page.wait_for_function(IS_WHOLE)
        found, phone.complaints = phone.complaints, []
        assert any("Content Security Policy" in each for each in found), planted


def _planting(html: str) -> Callable[[Route], None]:
    def plants(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<main", f"{html}<main", 1))

    return plants
