package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.Variant;

/** The phases of ingest, in the order of a round. */
enum ExportPhase implements Variant {
  ALONE("half the maximum, no export"),
  WITH_CUSTOMERS("half the maximum, export of customers"),
  WITH_EVENTS("half the maximum, export of events"),
  WITH_STALLED("half the maximum, an export that is not read");

  private final String title;

  ExportPhase(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int connections() {
    return IngestUnderExports.CONNECTIONS;
  }
}
