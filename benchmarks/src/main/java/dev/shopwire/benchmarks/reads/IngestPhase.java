package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.measure.Way;

/** What surrounds paced ingest, in the order of a round. */
enum IngestPhase implements Way {
  BEFORE("half the maximum, no readers"),
  WITH_READERS("half the maximum, 8 readers"),
  AFTER("half the maximum, no readers any more");

  private final String title;

  IngestPhase(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int connections() {
    return ReadersUnderIngest.CONNECTIONS;
  }
}
