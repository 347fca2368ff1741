"""Deck lists: every layout, every error."""

import codecs
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs_game.errors import CogworkError, DeckError, OptionError
from ecs_game.formats.deck_parsers import MAX_COUNT, clean_name
from ecs_game.formats.decks import (
    DECK_LAYOUTS,
    MAX_BYTES,
    Cards,
    Deck,
    load_deck,
    parse_deck,
    read_deck,
    split_contraptions,
    write_deck,
)

BASICS = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
CONTRAPTIONS = [
    *("Accessories to Murder", "Applied Aeronautics", "Arms Depot", "Boomflinger", "Buzz Buggy", "Dispatch Dispensary"),
    *("Division Table", "Dogsnail Engine", "Duplication Device", "Gift Horse", "Gnomeball Machine", "Goblin Slingshot"),
    *("Hard Hat Area", "Inflation Station", "Insufferable Syphon", "Mandatory Friendship Shackles", "Neural Network"),
    *("Quick-Stick Lick Trick", "Rapid Prototyper", "Sap Sucker", "Sundering Fork", "Tread Mill"),
    *("Turbo-Thwacking Auto-Hammer", "Twiddlestick Charger", "Widget Contraption"),
]


def main_of(text: str, format: str | None = None) -> dict[str, int]:
    return dict(parse_deck(text, "list", format).main)


def refusal(text: str, format: str | None = None) -> str:
    with pytest.raises(DeckError) as caught:
        parse_deck(text, "list", format)
    message = str(caught.value)
    assert message.startswith("list") and "\n" not in message
    return message


ARENA = """\
About
Name Burning Cogs

Companion
1 Lurrus of the Dream-Den (IKO) 226

Deck
4 Shock (M21) 159
2 Fire // Ice (MH2) 290
20 Mountain (ANB) 114

Sideboard
1 Lurrus of the Dream-Den (IKO) 226
3 Duress (XLN) 105

Contraptions
1 Boomflinger (UST) 172
"""
XMAGE = """\
//Made by hand
NAME:Burning Cogs
AUTHOR:Somebody
4 [M12:154] Shock
2 [DDJ:32] Fire // Ice
# Land
12 [M12:242] Mountain
8 [M12:243] Mountain

SB: 1 [IKO:226] Lurrus of the Dream-Den
SB: 3 [M11:105] Duress
LAYOUT MAIN:(1,2)(NONE,false,50)|([M12:154],[M12:154])([M12:242])
LAYOUT SIDEBOARD:(1,1)(NONE,false,50)|([M11:105])
# Contraptions
1 [UST:172] Boomflinger
"""
FORGE = """\
[metadata]
Name=Burning Cogs
Description=burns
[Main]
4 Shock|M12|1
2 Fire // Ice
15 Mountain+|M12
5 Mountain|M12|[242]
[Sideboard]
1 Lurrus of the Dream-Den|IKO
3 Duress|M11|1
[Contraptions]
1 Boomflinger|UST|1
"""
DEC = """\
// NAME : Burning Cogs
# 6 spells
4 Shock
2 Fire // Ice

# 20 lands
20 Mountain

SB: 1 Lurrus of the Dream-Den
SB: 3 Duress

// Contraptions
1 Boomflinger
>Burns, then cranks. Sideboard
>4 more lines
"""
COD = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
  <lastLoadedTimestamp>now</lastLoadedTimestamp>
  <deckname>Burning Cogs</deckname>
  <comments>card &lt;b&gt;</comments>
  <tags><tag>red</tag></tags>
  <zone name="main">
    <card number="4" name="Shock" setShortName="M12" collectorNumber="154"/>
    <card number="2" name="Fire // Ice"/>
    <card number="20" name="Mountain"/>
  </zone>
  <zone name="side">
    <card number="1" name="Lurrus of the Dream-Den"/>
    <card number="3" name="Duress"/>
  </zone>
  <zone name="contraptions"><card number="1" name="Boomflinger"/></zone>
  <zone name="tokens"><card number="1" name="Goblin Token"/></zone>
</cockatrice_deck>
"""
OWN = """\
Name: Burning Cogs

Deck
4 Shock
2 Fire // Ice
20 Mountain

Contraptions
1 Boomflinger

Sideboard
1 Lurrus of the Dream-Den
3 Duress
"""
COGS = Deck(
    "Burning Cogs",
    (("Shock", 4), ("Fire // Ice", 2), ("Mountain", 20)),
    (("Lurrus of the Dream-Den", 1), ("Duress", 3)),
    (("Boomflinger", 1),),
)
LAYOUTS = [("arena.txt", ARENA), ("xmage.dck", XMAGE), ("forge.dck", FORGE), ("a.dec", DEC), ("a.cod", COD)]
LAYOUTS += [("own.txt", OWN), ("forge.txt", FORGE), ("xmage.txt", XMAGE), ("cockatrice.xml", COD)]


class TestLayouts:
    @pytest.mark.parametrize(("file", "text"), LAYOUTS, ids=[file for file, _ in LAYOUTS])
    def test_one_deck_in_every_layout(self, file: str, text: str, tmp_path: Path) -> None:
        def written(data: bytes) -> Deck:
            path = tmp_path / file
            path.write_bytes(data)
            return read_deck(path)

        deck = written(text.encode())
        sideboard = dict(deck.sideboard)
        assert deck == Deck(COGS.name, COGS.main, deck.sideboard, COGS.contraptions)
        assert sideboard == dict(COGS.sideboard)
        assert deck.source == str(tmp_path / file)
        assert written(codecs.BOM_UTF8 + text.replace("\n", "  \r\n").encode()) == deck
        assert written(text.replace("\n", "\r").encode()) == deck
        assert written(text.rstrip().encode()) == deck

    def test_the_file_s_name_stands_in_for_the_deck_s(self, tmp_path: Path) -> None:
        path = tmp_path / "red  rush.v2.txt"
        path.write_text("4 Shock\n")
        assert read_deck(str(path)) == Deck("red rush.v2", (("Shock", 4),))

    def test_the_source_is_told_even_where_it_is_the_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("rush").write_text("4 Shock\n")
        assert read_deck("rush").source == "rush"

    @pytest.mark.parametrize("format", ["dck", "dec"])
    def test_a_blank_line_parts_nothing_in_dck_and_dec(self, format: str) -> None:
        assert main_of("4 Shock\n\n20 Mountain\n\n1 Duress", format) == {"Shock": 4, "Mountain": 20, "Duress": 1}

    def test_equal_names_are_merged_where_they_first_stand(self) -> None:
        deck = parse_deck("2 Swamp\n1 Shock\n3 swamp\n1 Shock (M12) 154", "list")
        assert deck.main == (("Swamp", 5), ("Shock", 2))

    def test_an_unknown_layout_is_refused(self) -> None:
        with pytest.raises(OptionError, match="text, dck, dec, cod"):
            parse_deck("4 Shock", "list", "docx")


class TestTextSections:
    def test_a_blank_line_parts_the_sideboard_of_a_list_without_headers(self) -> None:
        deck = parse_deck("\n\n4 Shock\n20 Mountain\n\n\n3 Duress\n\n", "list")
        assert deck.main == (("Shock", 4), ("Mountain", 20))
        assert deck.sideboard == (("Duress", 3),)

    def test_a_second_such_blank_line_is_refused(self) -> None:
        message = refusal("4 Shock\n\n20 Mountain\n\n3 Duress")
        assert "line 5" in message and "3 Duress" in message and "'Sideboard'" in message

    @pytest.mark.parametrize("text", ["4 Shock\n\nSB: 3 Duress", "4 Shock\nsb:3 Duress", "4 Shock\n\nSideboard\n\n3 Duress"])
    def test_marks_of_the_sideboard(self, text: str) -> None:
        deck = parse_deck(text, "list")
        assert (deck.main, deck.sideboard) == ((("Shock", 4),), (("Duress", 3),))

    def test_with_marks_blank_lines_part_nothing(self) -> None:
        assert main_of("4 Shock\n\n20 Mountain\n\n2 Opt\n\nSB: 1 Duress") == {"Shock": 4, "Mountain": 20, "Opt": 2}

    @pytest.mark.parametrize("heading", ["// Lands", "# 20 lands", "Lands (20)", "Basic Lands:", "Land 20", "Other spells"])
    def test_a_heading_after_a_blank_line_parts_nothing(self, heading: str) -> None:
        assert main_of(f"// Spells\n4 Shock\n\n{heading}\n20 Mountain") == {"Shock": 4, "Mountain": 20}

    @pytest.mark.parametrize("header", ["Sideboard", "SIDEBOARD:", "Sideboard (3)", "// Sideboard", "# sideboard: 3", "[Side]"])
    def test_sideboard_headers(self, header: str) -> None:
        assert parse_deck(f"4 Shock\n{header}\n3 Duress", "list").sideboard == (("Duress", 3),)

    @pytest.mark.parametrize("header", ["Contraptions", "contraption deck:", "# Contraptions (1)", "[Contraptions]"])
    @pytest.mark.parametrize("format", ["text", "dck", "dec"])
    def test_contraption_headers(self, header: str, format: str) -> None:
        deck = parse_deck(f"4 Shock\n\n{header}\n1 Boomflinger\n\nDeck\n2 Opt", "list", format)
        assert deck.contraptions == (("Boomflinger", 1),)
        assert deck.main == (("Shock", 4), ("Opt", 2))

    def test_a_companion_stands_in_the_sideboard(self) -> None:
        text = "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n4 Shock\n\nSideboard\n3 Duress"
        assert parse_deck(text, "list").sideboard == (("Duress", 3), ("Lurrus of the Dream-Den", 1))

    @pytest.mark.parametrize("header", ["Commander", "[Commander]", "// Commander (1)", "[Planes]", "Attractions"])
    def test_sections_of_other_games_are_refused_if_they_hold_cards(self, header: str) -> None:
        message = refusal(f"4 Shock\n{header}\n1 Krenko, Mob Boss")
        assert "line 3" in message and "cannot be played" in message
        assert main_of(f"{header}\n\nDeck\n4 Shock") == {"Shock": 4}

    @pytest.mark.parametrize("header", ["[Conspiracy]", "Conspiracies", "// Conspiracies (1)"])
    def test_conspiracies_have_a_section_of_their_own(self, header: str) -> None:
        deck = parse_deck(f"[Main]\n4 Shock|M12\n{header}\n1 Double Stroke|CNS", "list")
        assert (deck.main, deck.conspiracies, deck.sideboard) == ((("Shock", 4),), (("Double Stroke", 1),), ())

    def test_a_card_named_like_a_bracketed_section_is_a_card(self) -> None:
        assert main_of("Conspiracy\nShock") == {"Conspiracy": 1, "Shock": 1}

    def test_a_maybeboard_is_left_out(self) -> None:
        assert main_of("# mainboard\nShock\nHigh Tide\n\n# maybeboard\n??? ???\nOpt") == {"Shock": 1, "High Tide": 1}

    def test_the_first_name_given_counts(self) -> None:
        assert parse_deck("name:  Red   Rush \nNAME: other\n4 Shock", "list").name == "Red Rush"
        assert parse_deck("Name:\n4 Shock", "list").name == "list"


NAMES = [
    ("4 Shock", "Shock"),
    ("4x Shock", "Shock"),
    ("4X\tShock  ", "Shock"),
    ("  Shock", "Shock"),
    ("Finders, Keepers", "Finders, Keepers"),
    ("1 Lorehold Command (pstx) 199s", "Lorehold Command"),
    ("1 Birds of Paradise (pm11) 165★", "Birds of Paradise"),
    ("1 Land Tax (ptc) shr34", "Land Tax"),
    ("1 City of Traitors (olgc) 2019NA", "City of Traitors"),
    ("1 Tireless Tracker (plst) SOI-233", "Tireless Tracker"),
    ("1 Shock (M12) 154 *F*", "Shock"),
    ("1 Shock (M12)", "Shock"),
    ("Shock (m12) 154", "Shock"),
    ("1 [M12] Shock", "Shock"),
    ("1[M12:154]Shock", "Shock"),
    ("[M12:154] Shock", "Shock"),
    ("1 [UST:12†] Shock", "Shock"),
    ("1 Shock+|M12|2", "Shock"),
    ("Shock|M12", "Shock"),
    ("1 Hazmat Suit (Used)", "Hazmat Suit (Used)"),
    ("1 Hazmat Suit (Used) (UND) 82", "Hazmat Suit (Used)"),
    ("1 B.F.M. (Big Furry Monster) (UGL) 28", "B.F.M. (Big Furry Monster)"),
    ("1 Jack-o\u2019-Lantern", "Jack-o'-Lantern"),
    ("1 Urza`s Tower", "Urza's Tower"),
    ("1 \u201cRumors of My Death . . .\u201d", '"Rumors of My Death . . ."'),
    ("1 Bartolome\u0301 del Presidio", "Bartolom\u00e9 del Presidio"),
    ("1 Troll of Khazad-d\u00fbm", "Troll of Khazad-d\u00fbm"),
    ("1\u00a0Lim-D\u00fbl\u2019s\u00a0Vault\u200b", "Lim-D\u00fbl's Vault"),
    ("1 Life/Death", "Life // Death"),
    ("1 Life//Death (apc) 130", "Life // Death"),
    ("1 Life /// Death", "Life // Death"),
    ("1 Who // What // When // Where // Why", "Who // What // When // Where // Why"),
    ("1 SP//dr, Piloted by Peni", "SP//dr, Piloted by Peni"),
    ("1 Xathrid Demon", "Xathrid Demon"),
    ("1 X", "X"),
    ("+2 Mace", "+2 Mace"),
    ("1 1996 World Champion", "1996 World Champion"),
    ("1 _____", "_____"),
    ("1 Clock of DOOOOOOOOOOOOM!", "Clock of DOOOOOOOOOOOOM!"),
    ("1 Sword of Dungeons & Dragons", "Sword of Dungeons & Dragons"),
]


@pytest.mark.parametrize(("line", "name"), NAMES)
def test_names(line: str, name: str) -> None:
    assert list(main_of(line)) == [name]
    assert clean_name(name) == name


def test_counts() -> None:
    text = f"1 A\n{MAX_COUNT}x B\n007 C\nD"
    assert main_of(text) == {"A": 1, "B": MAX_COUNT, "C": 7, "D": 1}


NO_CARD_LINES = [
    *("4", "4x", "4 ", "SB:", "-4 Shock", "4.5 Shock", "4,Shock", "4xShock", "...", "{", 'Shock = "4"', "4 |M12"),
    *("4 [M12:154] ", "4 [M12:154 Shock", "4 <b>Shock</b>", "4 Shock #burn", "4 Sh\ufffdck", "4 Sh\x07ck"),
    *("4 " + "a" * 201, "a" * 5000),
]


class TestMalformed:
    @pytest.mark.parametrize("line", ["0 Shock", "1001 Shock", "99999999999999999999 Shock", "SB: 0 Shock", "1996 World Champion"])
    def test_counts_out_of_range(self, line: str) -> None:
        message = refusal(f"1 Opt\n{line}")
        assert "line 2" in message and line in message and "from 1 to 1000" in message

    @pytest.mark.parametrize(
        "line",
        NO_CARD_LINES,
    )
    def test_lines_that_are_no_card(self, line: str) -> None:
        message = refusal(f"1 Opt\n{line}\n1 Duress")
        assert "line 2" in message and repr(line.strip()[:10])[:-1] in message and "'4 Shock" in message
        assert len(message) < 250

    def test_unknown_bracketed_sections(self) -> None:
        message = refusal("[Main]\n4 Shock\n[Shop]\n1 Opt")
        assert "line 3: '[Shop]'" in message and "[Contraptions]" in message

    @pytest.mark.parametrize("text", ["", " \r\n\t\n", "\ufeff", "\ufeff\n"])
    def test_empty(self, text: str) -> None:
        assert "empty" in refusal(text)

    @pytest.mark.parametrize("text", ["// only talk", "Deck\n\nSideboard\n", "[metadata]\nName=x\n[Main]\n", "<cockatrice_deck/>"])
    def test_no_cards(self, text: str) -> None:
        assert "no cards" in refusal(text)

    def test_binary_text(self) -> None:
        assert "binary" in refusal("4 Sho\0ck")


def cod(inside: str) -> str:
    return f'<cockatrice_deck version="1">\n{inside}\n</cockatrice_deck>'


class TestMalformedCod:
    @pytest.mark.parametrize("number", ["0", "1001", "-1", "four", "", "1.5"])
    def test_counts(self, number: str) -> None:
        message = refusal(cod(f'<zone name="main"><card number="{number}" name="Shock"/></zone>'))
        assert "line 2" in message and f'number="{number}"' in message and "from 1 to 1000" in message

    def test_a_count_is_needed(self) -> None:
        assert "from 1 to 1000" in refusal(cod('<zone name="main"><card name="Shock"/></zone>'))

    @pytest.mark.parametrize("card", ['<card number="4"/>', '<card number="4" name=" "/>', '<card number="4" name="a|b"/>'])
    def test_names(self, card: str) -> None:
        assert "no card name" in refusal(cod(f'<zone name="main">{card}</zone>'))

    @pytest.mark.parametrize("zone", ['<zone name="attic">', "<zone>"])
    def test_zones(self, zone: str) -> None:
        assert "no known zone" in refusal(cod(f"{zone}</zone>"))

    @pytest.mark.parametrize("text", ["<cockatrice_deck>", "<cockatrice_deck></zone>", "<", cod("&nothing;"), cod("\ud800\x01")])
    def test_not_well_formed(self, text: str) -> None:
        assert "not well-formed XML" in refusal(text)

    def test_lines_without_xml(self) -> None:
        assert "not well-formed XML" in refusal("4 Shock", "cod")

    def test_another_root(self) -> None:
        assert "no Cockatrice deck" in refusal("<html><body/></html>")

    @pytest.mark.parametrize(
        "doctype",
        [
            '[<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]',
            'SYSTEM "outside.txt"',
            '[<!ENTITY x SYSTEM "other.txt">]',
        ],
    )
    def test_document_types_are_refused(self, doctype: str) -> None:
        inside = '<zone name="main"><card number="1" name="&b;"/></zone>'
        assert "<!DOCTYPE" in refusal(f"<!DOCTYPE cockatrice_deck {doctype}>\n{cod(inside)}")


class TestFiles:
    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(DeckError, match=r"nothing\.dck: no such deck file"):
            read_deck(tmp_path / "nothing.dck")

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(DeckError, match="folder"):
            read_deck(tmp_path)

    def test_a_path_that_no_file_can_have(self) -> None:
        with pytest.raises(DeckError, match="cannot be read"):
            read_deck("a\0b")

    def test_a_path_below_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("4 Shock")
        with pytest.raises(DeckError, match="cannot be read"):
            read_deck(tmp_path / "a.txt" / "b.txt")

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"", "empty"),
            (b"PK\x03\x04\x00\x00", "binary"),
            ("4 Shock".encode("utf-16"), "not UTF-8"),
            ("4 Troll of Khazad-dûm".encode("latin-1"), "byte 19"),
            (b"4 Shock\n" * (MAX_BYTES // 8 + 1), "too large"),
            (b"4 Shock\n4x\n", "line 2"),
        ],
        ids=["empty", "nul", "utf-16", "latin-1", "large", "malformed"],
    )
    def test_contents(self, content: bytes, told: str, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_bytes(content)
        with pytest.raises(DeckError) as caught:
            read_deck(path)
        assert str(caught.value).startswith(str(path)) and told in str(caught.value)


class TestSplitContraptions:
    DECK = Deck("d", (("Shock", 4), ("Boomflinger", 1)), (("Duress", 2), ("Arms Depot", 1), ("Buzz Buggy", 2)), source="s")

    def test_they_leave_the_sideboard_and_stay_in_the_main_deck(self) -> None:
        split = split_contraptions(self.DECK, CONTRAPTIONS.__contains__)
        assert split.contraptions == (("Arms Depot", 1), ("Buzz Buggy", 2))
        assert split.sideboard == (("Duress", 2),)
        assert (split.main, split.name, split.source) == (self.DECK.main, "d", "s")

    def test_a_contraption_deck_is_left_alone(self) -> None:
        deck = Deck("d", (("Shock", 4),), (("Arms Depot", 1),), (("Buzz Buggy", 1),))
        assert split_contraptions(deck, CONTRAPTIONS.__contains__) is deck


class TestLoadDeck:
    def test_a_path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("widgets").write_text("4 Shock")
        assert load_deck(tmp_path / "widgets").main == (("Shock", 4),)
        assert load_deck("./widgets").main == (("Shock", 4),)
        assert load_deck("widgets").name == "Order of the Widget"

    @pytest.mark.parametrize("name", ["", "widget", "no/such.dck", "a\0b"])
    def test_neither(self, name: str) -> None:
        with pytest.raises(DeckError, match=r"no such deck file.*bundled decks: agents-of-sneak, ") as caught:
            load_deck(name)
        assert ("did you mean widgets?" in str(caught.value)) == (name == "widget")


card_names = st.text("abcXYZ '-,.!&/éûÆ_", min_size=1, max_size=12).map(clean_name).filter(lambda name: name.strip(" '-,.!&/"))
rows = st.lists(st.tuples(card_names, st.integers(1, 40)), max_size=5, unique_by=lambda row: row[0].casefold()).map(tuple)


class TestRoundTrip:
    def test_the_layout(self) -> None:
        assert write_deck(COGS) == OWN

    @given(st.sampled_from(["d", "Death's Minions", "Zoo: v2 (final) // é", ""]), rows, rows, rows)
    def test_what_is_written_reads_back_equal(self, name: str, main: Cards, side: Cards, contraptions: Cards) -> None:
        deck = Deck(name, main or (("Shock", 4),), side, contraptions)
        assert parse_deck(write_deck(deck), "other" if name else "") == deck

    @pytest.mark.parametrize(
        "deck",
        [
            Deck("two\nlines", (("Shock", 4),)),
            Deck("d", (("Sho\nck", 4),)),
            Deck("d", (("Shock (M12) 154", 4),)),
            Deck("d", (("Shock", 0),)),
            Deck("d", (("Shock", 2), ("Shock", 2))),
            Deck("d", ()),
        ],
    )
    def test_what_a_list_cannot_hold_is_refused(self, deck: Deck) -> None:
        with pytest.raises(DeckError):
            write_deck(deck)

    @given(st.text(), st.sampled_from([None, *DECK_LAYOUTS]))
    def test_any_text_is_a_deck_or_a_named_error(self, text: str, format: str | None) -> None:
        try:
            deck = parse_deck(text, "list", format)
        except CogworkError as error:
            assert "\n" not in str(error)
        else:
            assert Counter(dict(deck.main + deck.sideboard + deck.contraptions)).total() >= 1
