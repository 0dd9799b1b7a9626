package dev.shopwire.benchmarks.flows;

import dev.shopwire.benchmarks.measure.Variant;

/** The measured variants, in the order of a round. */
enum FlowVariant implements Variant {
  BATCHES("batches of 200 events", FlowWorkspace.Kind.NONE, 16, true),
  BATCHES_OTHER("batches, flows on other names", FlowWorkspace.Kind.OTHER, 16, true),
  BATCHES_USED("batches, 1 of 100 events enters", FlowWorkspace.Kind.USED, 16, true),
  BATCHES_FOLLOWED("batches, conditions read all events", FlowWorkspace.Kind.FOLLOWING, 16, true),
  SINGLES("single events", FlowWorkspace.Kind.NONE, 64, false),
  SINGLES_USED("single events, 1 of 100 enters", FlowWorkspace.Kind.USED, 64, false);

  private final String title;
  private final FlowWorkspace.Kind kind;
  private final int connections;
  private final boolean isBatch;

  FlowVariant(String title, FlowWorkspace.Kind kind, int connections, boolean isBatch) {
    this.title = title;
    this.kind = kind;
    this.connections = connections;
    this.isBatch = isBatch;
  }

  FlowWorkspace.Kind kind() {
    return kind;
  }

  boolean isBatch() {
    return isBatch;
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
