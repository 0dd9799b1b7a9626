package dev.shopwire.benchmarks.measure;

/** One of the things that a round measures; benchmarks have an enum of them. */
public interface Way {
  String title();

  /** How many connections work at once. */
  int connections();
}
