"""What a phone remembers beside its tables: a key, cookies until they end, and copies."""

import json
from pathlib import Path

import pytest

from companion.web.handover.phone_file import OFTEN, Copy, PhoneFile


@pytest.fixture
def phone(tmp_path: Path) -> PhoneFile:
    return PhoneFile.open(tmp_path / "phone.json")


def again(phone: PhoneFile) -> PhoneFile:
    return PhoneFile.open(phone.path)


def test_it_has_a_key_and_cookies_until_they_are_ended(phone: PhoneFile, tmp_path: Path) -> None:
    """However long the phone lies in a drawer, and whatever its clock says."""
    assert len(phone.key) == 64
    assert again(phone) == phone
    assert PhoneFile.open(tmp_path / "other.json").key != phone.key
    phone.take(["phone=a-b_c; Path=/; HttpOnly; SameSite=Lax", "language=de; Max-Age=100; Path=/"])
    assert again(phone).cookie_header() == "phone=a-b_c; language=de"
    phone.take(["language=fr; Max-Age=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    assert again(phone).cookie_header() == "phone=a-b_c; language=fr"
    phone.take(["language=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    assert again(phone).cookie_header() == "phone=a-b_c"


def test_a_copy_is_offered_after_every_fifth_game(phone: PhoneFile) -> None:
    lacks = [games for games in range(12) if phone.lacks_copy("table", games)]
    assert lacks == [*range(OFTEN, 12)]
    phone.copied("table", 7)
    phone.copied("table", 2)  # takes none back
    assert [games for games in range(14) if again(phone).lacks_copy("table", games)] == [12, 13]
    assert phone.lacks_copy("another", OFTEN)
    phone.take(["phone=x"])
    phone.path.unlink()
    phone.take(["phone=x"])
    phone.copied("table", 7)
    assert not phone.path.exists(), "written where nothing changes"


def test_a_file_of_another_version_is_read_and_any_other_stays(phone: PhoneFile) -> None:
    copy = {"games": ["g"], "sent_at": "2026-11-28T20:00:00+00:00", "said": {"nicknames": {}}}
    phone.path.write_text(json.dumps({"key": phone.key, "cookies": {}, "along": {"t": copy}}))
    assert again(phone) == PhoneFile(phone.path, phone.key, along={"t": Copy(["g"])})
    phone.path.write_text("{")
    with pytest.raises(json.JSONDecodeError):
        again(phone)
    assert phone.path.read_text() == "{"
