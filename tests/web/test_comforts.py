"""comforts.js: sound, colours of boards, letters for pieces."""

from pages import NAMES, accessible, click, go, legal, until


def test_sound_and_colours_stay_as_chosen(page, server):
    go(page, server, "human~human", g="morris")
    sound = page.locator("#sound")
    page.click("#tabs [value=tools]")
    assert sound.get_attribute("aria-pressed") == "false"
    board = "getComputedStyle(document.querySelector('#board .zermelo-board'))"
    wood = f"{board}.getPropertyValue('--zermelo-wood')"
    usual = page.evaluate(wood)
    sound.click()
    page.select_option("#colours", "slate")
    assert page.evaluate(wood) != usual
    page.evaluate(
        "window.heard = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (when) { heard++; start.call(this, when); }; 0"
    )
    click(page, legal(page)[0])
    until(lambda: page.evaluate("heard") == 1)
    page.reload()
    page.wait_for_selector(".zermelo-target")
    page.click("#tabs [value=tools]")
    assert sound.get_attribute("aria-pressed") == "true"
    until(lambda: page.locator("#colours").input_value() == "slate")
    until(lambda: page.evaluate(wood) != usual)


def test_keys_flip_the_board_and_list_themselves(page, server):
    def corner(at: str) -> complex:
        box = page.locator(at).bounding_box()
        return complex(box["x"], box["y"])

    go(page, server, "human~human", g="chess", m="f3 e5 g4 Qh4")
    for turned in (1, 0):
        page.keyboard.press("f")
        until(lambda turned=turned: page.locator(".stage.flipped").count() == turned)
        danger, king = map(corner, (".zb-danger", "[data-point='60']"))
        assert abs(danger - king) < 20  # half a square is wider
    page.keyboard.press("?")
    until(lambda: page.locator("#keys-list").is_visible())
    assert accessible(page, NAMES) == []
    page.keyboard.press("Escape")
    until(lambda: page.locator("#keys-list").is_hidden())
    go(page, server, "human~human", g="connectfour")  # has no other side to look from
    page.keyboard.press("f")
    assert page.locator(".stage.flipped").count() == 0


def test_figures_become_letters_and_stay_so(page, server):
    go(page, server, "human~human", g="dobutsu")
    until(lambda: page.locator("#board .zermelo-piece text").count() == 0)
    page.click("#tabs [value=tools]")
    page.select_option("#pieces", "letters")
    until(lambda: page.locator("#board .zermelo-piece text").count() == 8)
    letters = page.locator("#board .zermelo-piece text").all_text_contents()
    assert sorted(letters) == ["C", "C", "E", "E", "G", "G", "L", "L"]
    go(page, server, "human~human", g="dobutsu", m="b3b2")
    until(lambda: page.locator("#board .zermelo-piece text").count() > 0)
    assert accessible(page, NAMES) == []
    go(page, server, "human~human", g="nim")
    until(lambda: page.locator("#pieces").is_hidden())
