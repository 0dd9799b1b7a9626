package dev.shopwire.benchmarks.scale;

import dev.shopwire.benchmarks.measure.Variant;

/** The measured variants, in the order of a round. */
enum ScaleVariant implements Variant {
  UNCHANGED_TOGETHER("identify, nothing changed: one process", 64),
  UNCHANGED_APART("identify, nothing changed: over the cluster's bus", 64),
  CHANGING_TOGETHER("identify, 2 of 10 fields changed: one process", 64),
  CHANGING_APART("identify, 2 of 10 fields changed: over the cluster's bus", 64),
  ATTRIBUTION_TOGETHER("attribution of new shops: one process", 64),
  ATTRIBUTION_APART("attribution of new shops: over the cluster's bus", 64),
  LISTS_TOGETHER("lists of 50 events: one process", 8),
  LISTS_APART("lists of 50 events: over the cluster's bus", 8),
  REPORTS_TOGETHER("daily reports: one process", 8),
  REPORTS_APART("daily reports: over the cluster's bus", 8),
  BATCHES_BY_ONE("batches of 200: one ingest process", 16),
  BATCHES_BY_TWO("batches of 200: two ingest processes", 16),
  SINGLES_BY_ONE("single events: one ingest process", 64),
  SINGLES_BY_TWO("single events: two ingest processes", 64);

  private final String title;
  private final int connections;

  ScaleVariant(String title, int connections) {
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
