package dev.shopwire.automation.definitions.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.Entry.Frequency;
import dev.shopwire.automation.definitions.Trigger;
import java.time.Duration;
import java.util.Optional;

/** Reads who enters a flow. For one definition. */
final class EntryReader {
  private static final Duration MAX_GRACE = Duration.ofHours(24);
  private static final String FREQUENCY = "frequency";
  private static final String INTERVAL = "interval";
  private static final String KEY = "key";
  private static final int MAX_WORD = 40;

  private final References references;
  private final boolean isTriggerKnown;
  private final Trigger trigger;
  private Optional<Condition> condition = Optional.empty();
  private boolean hasKey;

  /**
   * @param isTriggerKnown whether {@code trigger} is what was sent
   */
  EntryReader(References references, boolean isTriggerKnown, Trigger trigger) {
    this.references = references;
    this.isTriggerKnown = isTriggerKnown;
    this.trigger = trigger;
  }

  /** Whether runs have keys. */
  boolean hasKey() {
    return hasKey;
  }

  /** Whether customers enter because they match something, and so can cease to. */
  boolean hasMatch() {
    boolean hasSegment =
        trigger instanceof Trigger.SegmentChange
            || (trigger instanceof Trigger.Schedule schedule
                && schedule.audience().segment().isPresent());
    return condition.isPresent() || hasSegment || !isTriggerKnown;
  }

  /** The member {@code entry}, or what holds without it. */
  Entry read(Part definition) {
    return definition
        .optionalObject("entry")
        .map(this::entry)
        .orElse(new Entry(Optional.empty(), Entry.DEFAULT_GRACE, new Frequency.Once()));
  }

  private Entry entry(Part entry) {
    if (entry.has("condition")) {
      condition = Optional.of(references.condition(entry, "condition"));
    }
    Duration grace = Times.duration(entry, "grace", MAX_GRACE, Entry.DEFAULT_GRACE);
    Frequency frequency = frequency(entry);
    entry.end();
    return new Entry(condition, grace, frequency);
  }

  private Frequency frequency(Part entry) {
    String word = entry.optionalText(FREQUENCY, MAX_WORD).orElse("once");
    boolean isInterval = word.equals(INTERVAL);
    hasKey = word.equals(KEY);
    if (!isInterval) {
      entry.refuse("needs the frequency interval", INTERVAL);
    }
    if (!hasKey) {
      entry.refuse("needs the frequency key", KEY);
    }
    return switch (word) {
      case "once" -> new Frequency.Once();
      case "always" -> new Frequency.Always();
      case INTERVAL -> new Frequency.Interval(Times.duration(entry, INTERVAL));
      case KEY -> key(entry);
      default -> {
        entry.fault(FREQUENCY, Part.INVALID_VALUE, "must be once, always, interval or key");
        yield new Frequency.Once();
      }
    };
  }

  private Frequency key(Part entry) {
    if (isTriggerKnown && !(trigger instanceof Trigger.UsageEvent)) {
      entry.fault(
          KEY, Part.INVALID_VALUE, "needs a trigger of the type usage_event, whose property it is");
    }
    return new Frequency.Key(Events.path(entry, KEY));
  }
}
