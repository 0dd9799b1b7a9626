package dev.shopwire.benchmarks.tracking;

import dev.shopwire.benchmarks.measure.Variant;

/** The measured variants, in the order of a round. */
enum TrackingVariant implements Variant {
  IDENTIFY("identify, 2 of 10 fields changed", TrackedWorkspace.Kind.NONE, 64),
  IDENTIFY_TRACKED("identify, segments read both fields", TrackedWorkspace.Kind.FIELDS, 64),
  EVENTS("batches of 200 events", TrackedWorkspace.Kind.NONE, 16),
  EVENTS_TRACKED("batches, segments read their names", TrackedWorkspace.Kind.EVENTS, 16),
  EVENTS_OTHER("batches, segments read other names", TrackedWorkspace.Kind.OTHER_EVENTS, 16);

  private final String title;
  private final TrackedWorkspace.Kind kind;
  private final int connections;

  TrackingVariant(String title, TrackedWorkspace.Kind kind, int connections) {
    this.title = title;
    this.kind = kind;
    this.connections = connections;
  }

  TrackedWorkspace.Kind kind() {
    return kind;
  }

  boolean isIdentify() {
    return this == IDENTIFY || this == IDENTIFY_TRACKED;
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
