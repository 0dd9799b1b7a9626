package dev.shopwire.automation.runs.machine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.ZoneChoice;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one customer at one moment. Not thread-safe.
 *
 * <p>An answer is asked for once: to read a customer anew, begin with no answers.
 */
public final class Answers {
  private final Instant now;
  private final Optional<Instant> changedAt;
  private final boolean isComplete;
  private final Map<Condition, Boolean> conditions = new HashMap<>();
  private final Map<ZoneChoice, LocalZone> zones = new HashMap<>();
  private Optional<Optional<QuietWindow>> quiet = Optional.empty();

  /**
   * @param now the moment of the answers
   */
  public Answers(Instant now) {
    this(now, Optional.empty(), true);
  }

  /**
   * @param now the moment of the answers
   * @param changedAt when something may have changed that was not looked at yet; empty if nothing
   *     has
   * @param isComplete whether the run is given all that happened before: else no condition moves it
   *     on while it waits
   */
  public Answers(Instant now, Optional<Instant> changedAt, boolean isComplete) {
    this.now = now;
    this.changedAt = changedAt;
    this.isComplete = isComplete;
  }

  /**
   * A customer's zone.
   *
   * @param isFallback whether the field names none
   */
  public record LocalZone(ZoneId zone, boolean isFallback) {}

  public Instant now() {
    return now;
  }

  boolean isComplete() {
    return isComplete;
  }

  /** Whether a look at the conditions was due by a time, however late it is made. */
  boolean isChangedBy(Instant time) {
    return changedAt.filter(changed -> !changed.isAfter(time)).isPresent();
  }

  /** The same answers for a look at the conditions at another moment. */
  public Answers at(Instant moment) {
    Answers copy = new Answers(moment, Optional.of(moment), isComplete);
    copy.conditions.putAll(conditions);
    copy.zones.putAll(zones);
    copy.quiet = quiet;
    return copy;
  }

  public void put(Condition condition, boolean holds) {
    conditions.put(condition, holds);
  }

  public void put(ZoneChoice choice, LocalZone zone) {
    zones.put(choice, zone);
  }

  /**
   * @param window empty if there are no quiet hours
   */
  public void putQuiet(Optional<QuietWindow> window) {
    quiet = Optional.of(window);
  }

  /** Whether a condition holds; empty if that was not asked yet. */
  public Optional<Boolean> find(Condition condition) {
    return Optional.ofNullable(conditions.get(condition));
  }

  boolean holds(Condition condition) {
    Boolean holds = conditions.get(condition);
    if (holds == null) {
      throw new Unanswered(new Question.Holds(condition));
    }
    return holds;
  }

  LocalZone zone(ZoneChoice choice) {
    LocalZone zone = zones.get(choice);
    if (zone == null) {
      throw new Unanswered(new Question.Zone(choice));
    }
    return zone;
  }

  Optional<QuietWindow> quiet() {
    return quiet.orElseThrow(() -> new Unanswered(new Question.Quiet()));
  }

  /** Interrupts a step whose question has no answer yet. */
  static final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Question question;

    Unanswered(Question question) {
      super(null, null, false, false);
      this.question = question;
    }

    Question question() {
      return question;
    }
  }
}
