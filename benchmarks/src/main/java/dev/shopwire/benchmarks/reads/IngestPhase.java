package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.measure.Variant;

/** The phases of paced ingest, in the order of a round. */
enum IngestPhase implements Variant {
  BEFORE("half the maximum, no readers"),
  WITH_READERS("half the maximum, 8 readers"),
  AFTER("half the maximum, no readers again");

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
