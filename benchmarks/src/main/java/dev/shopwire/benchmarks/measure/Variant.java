package dev.shopwire.benchmarks.measure;

/** One of the things that a round measures; each benchmark has an enum of them. */
public interface Variant {
  String title();

  /** The number of concurrent connections. */
  int connections();
}
