"""The dialog that sets up a position, in a real browser."""

from pages import go, put, text, tool, until


def test_a_position_is_set_up(page, server):
    go(page, server, "human~human", g="tictactoe")
    tool(page, "#set-up")
    page.fill("#position", "XXX/XXX/XXX")
    page.click("#set-up-form .primary")
    until(lambda: "X should have" in text(page, "#set-up-status"))
    page.fill("#position", "XX./OO./...")
    until(lambda: text(page, "#set-up-status") == "✓ player 1 (X) to move")
    until(lambda: page.locator("#draft-board .zermelo-piece").count() == 4)
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece").count() == 4)
    assert "s=" in page.url
    until(lambda: page.locator("#moves").is_visible())
    page.check("#values")
    tool(page, "#set-up")
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#lines").is_visible())


def choose(page, offer: str, name: str) -> None:
    page.locator(f"#{offer} label", has_text=name).click()


def test_a_position_is_set_up_by_clicks(page, server):
    go(page, server, "human~human", g="morris", m="a7 a4 d7 d2 g4 g1")
    tool(page, "#set-up")
    until(lambda: text(page, "#set-up-status") == "✓ player 1 (white) to move")
    put(page, 0)  # ○ is there: taken away
    choose(page, "movers", "player 2")
    until(lambda: page.input_value("#position") == ".W.......B....W....B...B,6,6,B")
    until(lambda: "in turn" in text(page, "#set-up-status"))
    choose(page, "movers", "player 1")
    put(page, 2)
    until(lambda: text(page, "#set-up-status") == "✓ player 1 (white) to move")
    choose(page, "palette", "empty")
    put(page, 2)
    choose(page, "palette", "player 2")
    put(page, 1)  # another piece is there: it is replaced
    until(lambda: page.input_value("#position") == ".B.......B....W....B...B,6,6,W")
    page.click("#current")
    until(lambda: page.input_value("#position") == "WW.......B....W....B...B,6,6,W")
    page.click("#clear")
    until(lambda: page.locator("#draft-board .zermelo-hand svg").count() == 18)
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece").count() == 0)


def test_a_position_is_set_up_by_keyboard(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, "human~human", g="isolation(width=3, height=2)")
    page.locator("#tabs [value=tools]").press("Enter")
    page.locator("#set-up").press("Enter")
    until(lambda: text(page, "#set-up-status") == "✓ player 1 (A) to move")
    assert page.evaluate("document.activeElement.name") == "piece"
    page.keyboard.press("ArrowRight")  # B
    for key in ("Tab", "Tab", "Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    until(lambda: page.input_value("#position") == "B../... A")
    until(lambda: "A should be on the board" in text(page, "#set-up-status"))
    choose(page, "palette", "player 1")
    page.locator("#draft-board [tabindex='0']").focus()
    page.keyboard.press("Space")
    until(lambda: "B's turn" in text(page, "#set-up-status"))
    choose(page, "movers", "player 2")
    until(lambda: text(page, "#set-up-status") == "✓ player 2 (B) to move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#position").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(lambda: page.locator("#board .zermelo-piece:not(.zermelo-ghost)").count() == 1)


def test_numbers_are_set_up_in_fields(page, server):
    go(page, server, "human~human", g="nim")
    tool(page, "#set-up")
    field = page.locator("#palette input").nth(3)
    until(lambda: field.input_value() == "7")
    field.fill("8")
    until(lambda: "no number should be larger" in text(page, "#set-up-status"))
    page.fill("#position", "1,0,5,6 A")
    until(lambda: field.input_value() == "6")
    choose(page, "movers", "player 2")
    until(lambda: text(page, "#set-up-status") == "✓ player 2 to move")
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece:not(.zermelo-ghost)").count() == 12)


def test_castling_is_lost_as_the_king_is_lifted(page, server):
    go(page, server, "human~human", g="chess")
    tool(page, "#set-up")
    put(page, 63)  # a pawn in place of White's rook on h1
    until(lambda: page.input_value("#position").endswith(" w Qkq -"))
    page.click("#clear")
    until(lambda: page.input_value("#position").endswith(" w - -"))


def test_chess_is_set_up_by_clicks(page, server):
    go(page, server, "human~human", g="gardner")
    tool(page, "#set-up")
    page.click("#clear")
    for piece, point in (("white king", 20), ("black king", 4), ("white pawn", 11)):
        page.locator(f"#palette [title='{piece}']").click()
        put(page, point)
    until(lambda: text(page, "#set-up-status") == "✓ player 1 (white) to move")
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece:not(.zermelo-ghost)").count() == 3)
