"""A phone that keeps the local app: how it gets there, and when it counts."""

from tests.browser.phone import Phone

STARTS = 180_000  # ms, the local app on a busy machine

# How large the snapshot of a started app is that this phone keeps.
SNAPSHOT = """async () => {
  let size = 0;
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (url.includes("/snapshot?")) size += (await (await cache.match(url))?.blob())?.size ?? 0;
  }
  return size;
}"""
IS_KEPT = """async () => {
  const files = [...document.querySelectorAll("script[src]")].map(({ src }) => src);
  const kept = await Promise.all([location.href, ...files].map((file) => caches.match(file)));
  return Boolean(navigator.serviceWorker.controller) && kept.every(Boolean);
}"""
KEEPS = f"async () => (await ({SNAPSHOT})()) > 1_000_000"

# What it keeps of a table is gone; the shelf is not.
LEAVES = """async () => {
  await caches.delete("mirrors");
  const pages = await caches.open("pages");
  for (const page of await pages.keys())
    if (new URL(page.url).pathname !== "/") await pages.delete(page);
}"""


def keeps_app(phone: Phone) -> Phone:
    """The local app is on this phone, by a tap."""
    phone.visits("/on-this-phone")
    phone.tap(phone.page.get_by_role("button", name="Download ("))
    phone.page.get_by_role("button", name="Delete from phone").wait_for(timeout=STARTS)
    phone.counts = True
    return phone


def has_started(phone: Phone) -> None:
    """The app has started once on this phone, which has been at no table."""
    phone.joins()
    phone.has(KEEPS, timeout=STARTS)
    phone.visits("/on-this-phone")
    phone.page.evaluate(LEAVES)
    phone.context.clear_cookies()


def is_kept(phone: Phone) -> None:
    """The page on the screen and its scripts are on this phone; they come after all else."""
    phone.has(IS_KEPT, timeout=STARTS)


def goes_away(phone: Phone) -> None:
    """No network reaches this phone, whose local app has started."""
    phone.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    phone.goes_away()
