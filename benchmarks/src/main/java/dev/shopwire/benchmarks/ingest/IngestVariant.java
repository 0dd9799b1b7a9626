package dev.shopwire.benchmarks.ingest;

import dev.shopwire.benchmarks.measure.Variant;

/** The measured variants, in the order of a round. */
enum IngestVariant implements Variant {
  BATCHES("batches of 200, 16 connections", 16),
  SQL_GROUPS("SQL: unnest x 1,000, 2 connections, same tables", 2),
  SQL_ONE_TABLE("SQL: unnest x 1,000, 2 connections, one plain table", 2),
  SINGLES_64("single events, 64 connections", 64),
  SQL_SINGLES("SQL: single rows, 64 connections, same tables", 64),
  SINGLES_256("single events, 256 connections", 256);

  private final String title;
  private final int connections;

  IngestVariant(String title, int connections) {
    this.title = title;
    this.connections = connections;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int connections() {
    return connections;
  }
}
