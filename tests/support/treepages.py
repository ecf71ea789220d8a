"""The player of trees in a browser: press its buttons, hear what is said."""


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def said(page) -> str:
    return page.locator(".zt-message").first.inner_text()


def clock(page) -> int:
    return int(page.locator(".zt-clock").first.inner_text().split(" / ")[0].replace(",", ""))
