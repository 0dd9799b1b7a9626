package dev.shopwire.enrichment.customers;

import dev.shopwire.common.failure.Fault;
import java.util.List;
import java.util.stream.Stream;

/** The warnings of an answer. */
public final class Warnings {
  private static final int MAX = 50;

  private Warnings() {}

  /** The first 50: what was left out before what was merely ignored. */
  public static List<Fault> of(List<Fault> leftOut, List<Fault> ignored) {
    return Stream.concat(leftOut.stream(), ignored.stream()).limit(MAX).toList();
  }
}
