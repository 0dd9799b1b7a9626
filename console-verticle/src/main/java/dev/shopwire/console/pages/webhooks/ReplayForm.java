package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which deliveries are sent again, as the page's address has it. Several words of one parameter are
 * several parameters, or one with commas between them.
 */
final class ReplayForm {
  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  private static final String STATUSES = "statuses";
  private static final String TOPICS = "topics";
  private static final String NAMES = "eventNames";
  private static final String CUSTOMER = "customerId";
  private static final List<String> DEFAULT_STATUSES = List.of("failed", "parked");

  private ReplayForm() {}

  static List<Field> fields(ZoneId zone) {
    return List.of(
        Field.text(SINCE, "Since")
            .required()
            .withHint("A day, or a date and time such as 2026-11-23 14:30, in " + zone.getId()),
        Field.text(UNTIL, "Until").withHint("Same. Empty: now."),
        Field.checkboxes(
            STATUSES, "Statuses", EndpointForm.options(List.of("failed", "parked", "delivered"))),
        Field.checkboxes(TOPICS, "Topics", EndpointForm.topics()).withHint("None: all."),
        Field.lines(NAMES, "Event names").withHint("One per line; none: all messages."),
        Field.text(CUSTOMER, "Customer").withHint("A customer's id. Empty: all."));
  }

  static boolean isFilledIn(FormData query) {
    return query.contains(SINCE);
  }

  /** What is asked for before anything was: what failed since yesterday. */
  static FormData initial(ZoneId zone) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put(SINCE, List.of(LocalDate.now(zone).minusDays(1).toString()));
    values.put(STATUSES, DEFAULT_STATUSES);
    return new FormData(values);
  }

  /** Each word on its own, and the default statuses if there are none. */
  static FormData normal(FormData query) {
    Map<String, List<String>> values = new LinkedHashMap<>(query.values());
    List<String> statuses = words(query, STATUSES);
    values.put(STATUSES, statuses.isEmpty() ? DEFAULT_STATUSES : statuses);
    values.put(TOPICS, words(query, TOPICS));
    return new FormData(values);
  }

  private static List<String> words(FormData query, String name) {
    return query.all(name).stream()
        .flatMap(words -> Arrays.stream(words.split(",", -1)))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  /** The same with an end, so that what is counted and what is sent don't differ by it. */
  static FormData until(FormData normal, Instant end) {
    Map<String, List<String>> values = new LinkedHashMap<>(normal.values());
    if (!normal.has(UNTIL)) {
      values.put(UNTIL, List.of(Times.millis(end)));
    }
    return new FormData(values);
  }

  /** The filter as hidden fields of the form that confirms it, with instants for local times. */
  static Map<String, String> fixed(FormData normal, ZoneId zone) {
    Map<String, String> fixed = new LinkedHashMap<>();
    fixed.put(SINCE, instant(normal.get(SINCE), zone, false));
    fixed.put(UNTIL, instant(normal.get(UNTIL), zone, true));
    fixed.put(STATUSES, String.join(",", normal.all(STATUSES)));
    fixed.put(TOPICS, String.join(",", normal.all(TOPICS)));
    fixed.put(NAMES, normal.get(NAMES));
    fixed.put(CUSTOMER, normal.get(CUSTOMER));
    return fixed;
  }

  /**
   * The JSON that the API takes.
   *
   * @param zone of times without one
   */
  static ObjectNode body(FormData normal, ZoneId zone) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put(SINCE, instant(normal.get(SINCE), zone, false));
    if (normal.has(UNTIL)) {
      body.put(UNTIL, instant(normal.get(UNTIL), zone, true));
    }
    putAll(body, STATUSES, normal.all(STATUSES));
    putAll(body, TOPICS, normal.all(TOPICS));
    List<String> names =
        normal.get(NAMES).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    putAll(body, NAMES, names);
    if (normal.has(CUSTOMER)) {
      body.put(CUSTOMER, normal.get(CUSTOMER).strip());
    }
    return body;
  }

  private static void putAll(ObjectNode body, String name, List<String> words) {
    if (!words.isEmpty()) {
      words.forEach(body.putArray(name)::add);
    }
  }

  /**
   * A day or a local time as an instant; anything else unchanged, for the API to judge.
   *
   * @param isEnd whether a day means its last millisecond
   */
  static String instant(String text, ZoneId zone, boolean isEnd) {
    String time = text.strip();
    try {
      if (time.matches("\\d{4}-\\d\\d-\\d\\d")) {
        LocalDate day = LocalDate.parse(time);
        return Times.millis(
            isEnd
                ? day.plusDays(1).atStartOfDay(zone).toInstant().minusMillis(1)
                : day.atStartOfDay(zone).toInstant());
      }
      if (time.matches("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?")) {
        LocalDateTime local = LocalDateTime.parse(time.replace(' ', 'T'));
        return Times.millis(local.atZone(zone).toInstant());
      }
      return time;
    } catch (DateTimeException e) {
      return time;
    }
  }
}
