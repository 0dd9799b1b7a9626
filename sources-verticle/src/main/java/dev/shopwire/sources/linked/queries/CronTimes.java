package dev.shopwire.sources.linked.queries;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;

/**
 * The times of a cron expression of five fields in a time zone. A local time that comes twice is
 * the first one; one that the clock skips is the first instant after the gap. Immutable.
 */
final class CronTimes {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
  private static final String FIVE_FIELDS = "\\S+( +\\S+){4}";

  /** Longer than any change of a clock. */
  private static final Duration LONGEST_CHANGE = Duration.ofHours(25);

  private final ExecutionTime times;
  private final ZoneId zone;

  private CronTimes(ExecutionTime times, ZoneId zone) {
    this.times = times;
    this.zone = zone;
  }

  /** Empty if it isn't an expression of five fields, or never comes true. */
  static Optional<CronTimes> of(String expression, ZoneId zone) {
    if (!expression.matches(FIVE_FIELDS)) {
      return Optional.empty();
    }
    try {
      CronTimes cron =
          new CronTimes(ExecutionTime.forCron(PARSER.parse(expression).validate()), zone);
      return cron.after(Instant.EPOCH).map(first -> cron);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The first time after {@code from}; empty if there is none. */
  Optional<Instant> after(Instant from) {
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition last = rules.previousTransition(from.plusSeconds(1));
    boolean isRecent = last != null && last.getInstant().isAfter(from.minus(LONGEST_CHANGE));
    LocalDateTime local = LocalDateTime.ofInstant(from, zone);
    Optional<LocalDateTime> next = next(isRecent ? local.minus(LONGEST_CHANGE) : local);
    while (next.isPresent() && !instant(next.get(), rules).isAfter(from)) {
      next = next(next.get());
    }
    return next.map(found -> instant(found, rules));
  }

  /** As if clocks never changed. */
  private Optional<LocalDateTime> next(LocalDateTime local) {
    return times.nextExecution(local.atZone(ZoneOffset.UTC)).map(at -> at.toLocalDateTime());
  }

  private static Instant instant(LocalDateTime local, ZoneRules rules) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    return offsets.isEmpty()
        ? rules.getTransition(local).getInstant()
        : local.toInstant(offsets.get(0));
  }
}
