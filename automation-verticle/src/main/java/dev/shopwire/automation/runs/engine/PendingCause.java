package dev.shopwire.automation.runs.engine;

import java.time.Instant;

/** A cause whose entry condition may still begin to hold, within one transaction. */
final class PendingCause {
  private final Entrance entrance;
  private RunResult row;

  PendingCause(Entrance entrance, RunResult row) {
    this.entrance = entrance;
    this.row = row;
  }

  Entrance entrance() {
    return entrance;
  }

  /** What is stored. */
  RunResult row() {
    return row;
  }

  /** Lets it be looked at by this time. */
  void wakeBy(Instant time) {
    row = row.wokenBy(time);
  }
}
