package dev.shopwire.ingest.reports;

/**
 * What a report's figures were read from, as its answer says in {@code source}: a report that has
 * to read events takes longer, and is refused where they are more than one read may cost.
 */
public enum Source {
  /** Rollups; of events at most those of the parts of an hour at the ends of the range. */
  ROLLUPS("rollups"),
  /** The events themselves, for a part of the figures at least. */
  EVENTS("events");

  private final String word;

  Source(String word) {
    this.word = word;
  }

  static Source of(Coverage coverage) {
    return coverage.raw().isPresent() ? EVENTS : ROLLUPS;
  }

  /** As answers have it. */
  public String word() {
    return word;
  }
}
