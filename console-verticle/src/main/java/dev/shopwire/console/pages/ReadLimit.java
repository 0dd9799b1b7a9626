package dev.shopwire.console.pages;

/** How long pages may take to be shown. */
enum ReadLimit {
  SHORT(1_800),

  /** More than the budget of a read of events, whose own failure says what helps. */
  REPORT(8_000),

  /** More than a read of a live segment may wait and take, whose own failure says what helps. */
  SEARCH(24_000);

  private final long millis;

  ReadLimit(long millis) {
    this.millis = millis;
  }

  long millis() {
    return millis;
  }
}
