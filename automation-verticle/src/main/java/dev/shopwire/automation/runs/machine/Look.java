package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.runs.machine.RunState.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A look at the conditions that a run follows, made at the moment of the answers. */
record Look(Plan plan, Answers answers, List<RunEvent> ahead) {

  /**
   * The time from which conditions that hold now are taken to hold, while the run waits. That is
   * now, or the end of the wait if something had changed by then that is seen only later. Empty if
   * they don't count: the wait is over, or events come first.
   */
  Optional<Instant> at(Waiting waiting) {
    Instant now = answers.now();
    boolean isOver = !now.isBefore(waiting.dueAt());
    Instant at = isOver ? waiting.dueAt() : later(waiting.since(), now);
    boolean counts = !isOver || answers.isChangedBy(waiting.dueAt());
    return counts
            && answers.isComplete()
            && ahead.stream().allMatch(event -> event.receivedAt().isAfter(at))
        ? Optional.of(at)
        : Optional.empty();
  }

  /** Whether a condition ends the run. */
  boolean exits() {
    return plan.definition().exits().stream().anyMatch(this::exits);
  }

  private boolean exits(Exit exit) {
    return exit.accept(
        new Exit.Cases<>() {
          @Override
          public Boolean onEvent(Exit.OnEvent onEvent) {
            return false;
          }

          @Override
          public Boolean onCondition(Exit.OnCondition onCondition) {
            return answers.holds(onCondition.condition());
          }

          @Override
          public Boolean onNoLongerMatches(Exit.NoLongerMatches noLongerMatches) {
            return !plan.matches().stream().allMatch(answers::holds);
          }
        });
  }

  static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
