package dev.shopwire.sources.linked.queries;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.time.TimeZones;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** When a query runs: after an interval, or at the times of a cron expression. Immutable. */
public sealed interface Schedule {
  int MIN_SECONDS = 60;
  int MAX_SECONDS = 2_592_000;
  int MAX_CRON = 100;

  /** Spreads runs that would begin in the same second, so that databases and processes rest. */
  Duration MAX_JITTER = Duration.ofSeconds(20);

  /** When the run after {@code now} is due, with its jitter; empty if never. */
  Optional<Instant> next(Instant now);

  /** As in the API. */
  Map<String, @Nullable Object> json();

  /** A random delay of up to a twentieth of {@code period}. */
  private static Duration jitter(Duration period) {
    long most = Math.min(MAX_JITTER.toMillis(), period.toMillis() / 20);
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most + 1));
  }

  /**
   * @param seconds between the beginnings of two runs
   */
  record Every(int seconds) implements Schedule {
    @Override
    public Optional<Instant> next(Instant now) {
      Duration period = Duration.ofSeconds(seconds);
      return Optional.of(now.plus(period).plus(jitter(period)));
    }

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("intervalSeconds", seconds);
      return json;
    }
  }

  /**
   * @param expression of five fields, which was checked
   */
  record At(String expression, ZoneId zone) implements Schedule {
    @Override
    public Optional<Instant> next(Instant now) {
      return CronTimes.of(expression, zone)
          .flatMap(times -> times.after(now))
          .map(time -> time.plus(jitter(MAX_JITTER.multipliedBy(20))));
    }

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("cron", expression);
      json.put("timezone", zone.getId());
      return json;
    }
  }

  /** As stored. */
  static Optional<Schedule> of(
      @Nullable Integer seconds, @Nullable String cron, @Nullable String zone) {
    if (seconds != null) {
      return Optional.of(new Every(seconds));
    }
    return cron == null || zone == null
        ? Optional.empty()
        : Optional.of(new At(cron, ZoneId.of(zone)));
  }

  /** Reads the object {@code schedule}; null and absence are no schedule. */
  static Optional<Schedule> read(JsonInput input) {
    JsonNode value = input.value("schedule");
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    JsonInput schedule = input.optionalObject("schedule");
    if (!value.isObject()) {
      return Optional.empty();
    }
    boolean isInterval = schedule.value("cron").isMissingNode();
    if (!isInterval && !schedule.value("intervalSeconds").isMissingNode()) {
      schedule.addError("intervalSeconds", "conflicting_fields", "excludes cron");
      return Optional.empty();
    }
    return isInterval ? interval(schedule) : cron(schedule);
  }

  private static Optional<Schedule> interval(JsonInput input) {
    JsonNode value = input.value("intervalSeconds");
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < MIN_SECONDS
        || value.intValue() > MAX_SECONDS) {
      input.addError(
          "intervalSeconds",
          "out_of_range",
          "must be a whole number from %d to %d".formatted(MIN_SECONDS, MAX_SECONDS));
      return Optional.empty();
    }
    return Optional.of(new Every(value.intValue()));
  }

  private static Optional<Schedule> cron(JsonInput input) {
    String expression = input.requiredString("cron", MAX_CRON);
    String name = input.requiredString("timezone", TimeZones.MAX_LENGTH);
    Optional<ZoneId> zone = name.isEmpty() ? Optional.empty() : TimeZones.find(name);
    if (!name.isEmpty() && zone.isEmpty()) {
      input.addError("timezone", "invalid_timezone", TimeZones.EXPECTED);
    }
    if (expression.isEmpty()) {
      return Optional.empty();
    }
    if (CronTimes.of(expression, ZoneId.of("UTC")).isEmpty()) {
      input.addError(
          "cron",
          "invalid_cron",
          "must be a cron expression of the five fields minute, hour, day of month, month and day"
              + " of week that comes true");
      return Optional.empty();
    }
    return zone.map(found -> new At(expression, found));
  }
}
