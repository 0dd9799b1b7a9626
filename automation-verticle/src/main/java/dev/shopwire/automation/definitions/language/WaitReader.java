package dev.shopwire.automation.definitions.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Timeout;
import dev.shopwire.automation.definitions.Step.Until;
import java.util.List;
import java.util.Optional;

/** Reads steps that wait. For one definition. */
final class WaitReader {
  private static final String FOR = "for";
  private static final String UNTIL = "until";
  private static final String EVENT = "event";
  private static final String CONDITION = "condition";
  private static final String TIMEOUT = "timeout";
  private static final String ON_TIMEOUT = "onTimeout";
  private static final int MAX_WORD = 40;

  private final References references;
  private final boolean hasKey;

  WaitReader(References references, boolean hasKey) {
    this.references = references;
    this.hasKey = hasKey;
  }

  /** Empty if it doesn't say what it waits for. */
  Optional<Step> read(Part part, String id) {
    List<String> present = part.present(FOR, UNTIL, EVENT, CONDITION);
    if (present.size() != 1) {
      part.faults()
          .add(
              part.pointer(),
              present.isEmpty() ? Part.MISSING_MEMBER : "one_of",
              "expected exactly one of for, until, event and condition");
      return Optional.empty();
    }
    return Optional.of(new Step.Wait(id, until(part, present.get(0))));
  }

  private Until until(Part part, String member) {
    return switch (member) {
      case FOR -> {
        refuseTimeout(part);
        yield new Until.Elapsed(Times.duration(part, FOR));
      }
      case UNTIL -> {
        refuseTimeout(part);
        yield local(part.object(UNTIL, "{time, weekdays}"));
      }
      case EVENT -> {
        EventMatch event = Events.match(part.object(EVENT, "a usage event"), references, hasKey);
        yield new Until.Event(event, timeout(part));
      }
      default -> {
        Condition condition = references.condition(part, CONDITION);
        yield new Until.Holds(condition, timeout(part));
      }
    };
  }

  private static Until local(Part part) {
    Until local = new Until.Local(Times.time(part), Times.weekdays(part));
    part.end();
    return local;
  }

  private static void refuseTimeout(Part part) {
    part.refuse("is for waits for an event or a condition", TIMEOUT, ON_TIMEOUT);
  }

  private static Timeout timeout(Part part) {
    String then = part.optionalText(ON_TIMEOUT, MAX_WORD).orElse("continue");
    if (!then.equals("continue") && !then.equals("exit")) {
      part.fault(ON_TIMEOUT, Part.INVALID_VALUE, "must be continue or exit");
    }
    return new Timeout(Times.duration(part, TIMEOUT), then.equals("exit"));
  }
}
