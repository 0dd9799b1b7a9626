package dev.shopwire.benchmarks.layout;

/** The kinds of ids in a group. */
enum Workload {
  /** Random ids never seen before. */
  V4(0),
  /** Time-ordered ids never seen before. */
  V7(0),
  /** Every tenth id is a stored one, picked at random from all of them. */
  DUPLICATES_10(10),
  /** Every id is a stored one. */
  DUPLICATES_100(100);

  private final int duplicatePercent;

  Workload(int duplicatePercent) {
    this.duplicatePercent = duplicatePercent;
  }

  int duplicatesIn(int group) {
    return group * duplicatePercent / 100;
  }
}
