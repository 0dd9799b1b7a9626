package dev.shopwire.automation.runs.machine;

import java.util.List;
import java.util.Optional;

/**
 * What came of a step that changes something outside of its run.
 *
 * @param name as the log shows it
 * @param messageIds of the mails that it queued
 */
public record Outcome(String name, List<Long> messageIds, Optional<String> detail) {
  /** Of a step whose time was within a pause that was resumed without it. */
  public static final Outcome SKIPPED = of("skipped");

  public static Outcome of(String name) {
    return new Outcome(name, List.of(), Optional.empty());
  }
}
