package dev.shopwire.enrichment.customers;

import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.stream.Stream;

/** Collects the warnings of a response. */
public final class ResponseWarnings {
  private static final int MAX = 50;

  private ResponseWarnings() {}

  /** The first 50 warnings: values that were not stored come before fields that were ignored. */
  public static List<ValidationError> of(
      List<ValidationError> notStored, List<ValidationError> ignored) {
    return Stream.concat(notStored.stream(), ignored.stream()).limit(MAX).toList();
  }
}
