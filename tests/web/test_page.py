"""One template, two answers: the whole page, and its main region alone."""

from collections.abc import Callable

from tests.web.actor import Phone
from tests.web.routes import addresses


class TestFragments:
    def test_a_fragment_is_the_main_region_of_the_page(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"], aids=True)
        plain.plays(47, "up-1")
        for ended in (False, True):
            if ended:
                plain.opens(plain.game)
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

    def test_it_holds_nothing_of_the_phone_that_asked(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"], aids=True)
        plain.plays(47, "up-1")
        for name, address in addresses(plain).items():
            fragment = plain.opens(address, {"HX-Request": "true"})
            if fragment.answer.mimetype != "text/html" or name == "phones.show":
                continue  # the one page that is about phones
            for own in (plain.token, plain.name, "csrf", 'name="page"', 'name="id"'):
                assert own
                assert own not in fragment.answer.text, (name, own)

    def test_so_it_is_the_same_for_every_phone(
        self, plain: Phone, another: Callable[..., Phone]
    ) -> None:
        plain.starts(2, ["Ann", "Ben"])
        plain.plays(47, "up-1")
        texts = [
            phone.opens(plain.game, {"HX-Request": "true"}).answer.text
            for phone in (plain, another(plain))
        ]
        assert texts[0] == texts[1]
