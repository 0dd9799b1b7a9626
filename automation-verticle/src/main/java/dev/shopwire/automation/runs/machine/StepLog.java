package dev.shopwire.automation.runs.machine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An entry of a run's log: a step that is done.
 *
 * @param at when it counts as done, whenever that was written
 * @param messageIds of the mails that it queued
 */
public record StepLog(
    String step,
    StepType type,
    Instant at,
    String outcome,
    List<Long> messageIds,
    Optional<String> detail) {
  public StepLog {
    messageIds = List.copyOf(messageIds);
  }
}
