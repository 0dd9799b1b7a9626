package dev.shopwire.automation.definitions;

import java.util.List;
import java.util.stream.Stream;

/**
 * A flow: what happens to a customer, so that a run starts, and the steps of the run.
 *
 * @param exits a run ends when any of them holds
 * @param ignoresQuietHours whether mails are sent in the workspace's quiet hours, too
 * @param ignoresFrequencyCap whether mails don't count towards the workspace's frequency cap
 */
public record FlowDefinition(
    Trigger trigger,
    Entry entry,
    List<Exit> exits,
    ZoneChoice timezone,
    boolean ignoresQuietHours,
    boolean ignoresFrequencyCap,
    List<Step> steps) {
  public FlowDefinition {
    exits = List.copyOf(exits);
    steps = List.copyOf(steps);
  }

  /** All steps, also those within branches, each before the steps of its arms. */
  public Stream<Step> allSteps() {
    return steps.stream().flatMap(Step::withNested);
  }
}
