"""One template, two answers: the whole page, and its main region alone, the same for all."""

from collections.abc import Callable

from tests.support.client_phone import Phone
from tests.web.routes import addresses


def test_a_fragment_is_the_main_region_alone(plain: Phone, another: Callable[..., Phone]) -> None:
    plain.starts(2, ["Ann", "Ben"], aids=True)
    plain.plays(47, "up-1")
    other = another(plain)
    fragments = [each.opens(plain.game, {"HX-Request": "true"}) for each in (plain, other)]
    assert fragments[0].answer.text == fragments[1].answer.text
    for ended in (False, True):
        plain.opens(plain.game)
        if ended:
            plain.enters(kind="cannot-play")
        for name, address in addresses(plain).items():
            page = plain.opens(address)
            if page.answer.mimetype != "text/html":
                continue
            fragment = plain.opens(address, {"HX-Request": "true"})
            if "HX-Redirect" in fragment.answer.headers:
                continue
            assert page.whole, name
            assert not fragment.whole, name
            assert fragment.main.shared() == page.main.shared(), name
            assert fragment.title == page.title
            if name != "phones.show":  # the one page that is about phones
                for own in (plain.token, plain.name, "csrf", 'name="page"', 'name="id"'):
                    assert own
                    assert own not in fragment.answer.text, (name, own)
