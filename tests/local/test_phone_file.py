"""What a phone remembers beside its tables: a key, cookies until they end, and copies."""

import json
from pathlib import Path

import pytest

from companion.web.handover.phone_file import OFTEN, PhoneFile


@pytest.fixture
def phone(tmp_path: Path) -> PhoneFile:
    return PhoneFile.open(tmp_path / "phone.json")


def again(phone: PhoneFile) -> PhoneFile:
    return PhoneFile.open(phone.path)


def test_it_has_a_key_from_the_first_time_on(phone: PhoneFile, tmp_path: Path) -> None:
    assert len(phone.key) == 64
    assert again(phone) == phone
    assert PhoneFile.open(tmp_path / "other.json").key != phone.key


def test_it_says_the_cookies_that_it_was_given_until_they_are_ended(phone: PhoneFile) -> None:
    """However long the phone lies in a drawer, and whatever its clock says."""
    phone.take(["phone=a-b_c; Path=/; HttpOnly; SameSite=Lax", "language=de; Max-Age=100; Path=/"])
    assert again(phone).cookie_header() == "phone=a-b_c; language=de"
    phone.take(["language=fr; Max-Age=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    assert again(phone).cookie_header() == "phone=a-b_c; language=fr"
    phone.take(["language=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    assert again(phone).cookie_header() == "phone=a-b_c"


def test_nothing_is_written_where_nothing_changes(phone: PhoneFile) -> None:
    phone.take(["phone=x"])
    phone.copied("table", 3)
    phone.path.unlink()
    phone.take(["phone=x"])
    phone.take([])
    phone.copied("table", 3)
    assert not phone.path.exists()


def test_a_copy_is_offered_after_every_fifth_game(phone: PhoneFile) -> None:
    lacks = [games for games in range(12) if phone.lacks_copy("table", games)]
    assert lacks == [*range(OFTEN, 12)]
    phone.copied("table", 7)
    phone.copied("table", 2)  # takes none back
    assert [games for games in range(14) if again(phone).lacks_copy("table", games)] == [12, 13]
    assert phone.lacks_copy("another", OFTEN)


def test_what_is_no_such_file_is_an_error_and_stays(phone: PhoneFile) -> None:
    phone.path.write_text("{")
    with pytest.raises(json.JSONDecodeError):
        again(phone)
    assert phone.path.read_text() == "{"
