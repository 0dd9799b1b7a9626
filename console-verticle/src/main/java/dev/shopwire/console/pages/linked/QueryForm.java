package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.TimeFilters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The form of a linked query, whose fields have the names of the API's JSON. */
final class QueryForm {
  static final String SQL = "sql";

  private static final String ID = "query";
  private static final String KIND = "scheduleKind";
  private static final String SCHEDULE = "schedule";
  private static final String SECONDS = "intervalSeconds";
  private static final String CRON = "cron";
  private static final String ZONE = "timezone";
  private static final String GUARD = "guard";
  private static final List<String> SCHEDULE_PARTS = List.of(SECONDS, CRON, ZONE);
  private static final List<String> GUARD_PARTS = List.of("percent", "atLeast");
  private static final List<String> TEXTS =
      List.of("name", SQL, "keyColumn", "key", "removed", "announce");

  private QueryForm() {}

  /**
   * @param values without empty rows of columns
   */
  static Form of(PageRequest request, FormData values) {
    List<Field> fields =
        Stream.of(
                Stream.of(
                    Field.text("name", "Name").required(),
                    Field.source(SQL, "SQL")
                        .required()
                        .withHint(
                            "One statement that returns a row for each customer, such as select"
                                + " domain, plan, seats from shops"),
                    Field.text("keyColumn", "Key column")
                        .required()
                        .withHint("Names the customer of each row.")
                        .inRow("key"),
                    Field.select("key", "Key", "domain", "customerId").required().inRow("key")),
                QueryColumns.fields(QueryColumns.count(values)),
                schedule(request),
                rules())
            .flatMap(each -> each)
            .toList();
    return Form.of(ID, "", "Save query", fields.toArray(Field[]::new)).withValues(values);
  }

  private static Stream<Field> schedule(PageRequest request) {
    return Stream.of(
        Field.select(
                KIND,
                "Schedule",
                List.of(
                    new Option("", "none: only Run now"),
                    new Option("interval", "interval"),
                    new Option(CRON, "cron")))
            .inRow(SCHEDULE),
        Field.number(SCHEDULE + "." + SECONDS, "Seconds between runs")
            .withHint("For interval: 60 to 2592000.")
            .inRow(SCHEDULE),
        Field.text(SCHEDULE + "." + CRON, "Cron expression")
            .withHint("For cron: minute, hour, day, month, day of week.")
            .inRow(SCHEDULE),
        Field.text(SCHEDULE + "." + ZONE, "Time zone")
            .withHint("For cron.")
            .withSuggestions(TimeFilters.zones(request))
            .inRow(SCHEDULE));
  }

  private static Stream<Field> rules() {
    return Stream.of(
        Field.number(GUARD + ".percent", "Guard: percent")
            .withHint(
                "A run is held that would change or unset a value of more customers. 100: never.")
            .inRow(GUARD),
        Field.number(GUARD + ".atLeast", "Guard: at least")
            .withHint("It is not held if no more customers than this are affected.")
            .inRow(GUARD),
        Field.select("removed", "Removed rows", "keep", "unset")
            .withHint("The values of customers that no row names any more.")
            .inRow(GUARD),
        Field.select("announce", "Announce", "changes", "none")
            .withHint("Whether webhooks and flows follow what runs after the first one change.")
            .inRow(GUARD));
  }

  /** What a new query's form shows. */
  static FormData initial(PageRequest request) {
    return FormData.of(
        Map.of(
            SCHEDULE + "." + ZONE,
            request.zone().getId(),
            GUARD + ".percent",
            "20",
            GUARD + ".atLeast",
            "10"));
  }

  /** What the form shows about a query of the API. */
  static FormData values(PageRequest request, JsonNode query) {
    Map<String, String> values = new LinkedHashMap<>();
    TEXTS.forEach(name -> values.put(name, query.path(name).asText("")));
    values.putAll(QueryColumns.values(query.path(QueryColumns.NAME)));
    JsonNode schedule = query.path(SCHEDULE);
    values.put(KIND, schedule.has(CRON) ? CRON : schedule.has(SECONDS) ? "interval" : "");
    SCHEDULE_PARTS.forEach(
        part -> values.put(SCHEDULE + "." + part, schedule.path(part).asText("")));
    values.computeIfPresent(
        SCHEDULE + "." + ZONE, (name, zone) -> zone.isEmpty() ? request.zone().getId() : zone);
    GUARD_PARTS.forEach(
        part -> values.put(GUARD + "." + part, query.path(GUARD).path(part).asText("")));
    return FormData.of(values);
  }

  /**
   * The request without empty rows of columns, and with the line ends of the statement as programs
   * write them, so that positions in it are those that the database means.
   */
  static PageRequest normalized(PageRequest request) {
    Map<String, List<String>> values =
        new LinkedHashMap<>(QueryColumns.withoutEmptyRows(request.form()).values());
    values.computeIfPresent(
        SQL, (name, texts) -> texts.stream().map(text -> text.replace("\r\n", "\n")).toList());
    return request.withForm(new FormData(values));
  }

  /** The body that saves a query. */
  static ObjectNode body(byte[] form) {
    ObjectNode body = ApiJson.ofForm(form);
    body.set(QueryColumns.NAME, QueryColumns.json(body.path(QueryColumns.NAME)));
    String kind = body.path(KIND).asText("");
    ObjectNode schedule = body.withObjectProperty(SCHEDULE);
    switch (kind) {
      case CRON -> schedule.remove(SECONDS);
      case "interval" -> schedule.retain(SECONDS);
      default -> body.putNull(SCHEDULE);
    }
    body.remove(KIND);
    body.set(GUARD, ApiJson.withoutNulls(body.withObjectProperty(GUARD)));
    return body;
  }

  /** The body that previews a query. */
  static ObjectNode preview(byte[] form) {
    return body(form).retain(List.of(SQL, "keyColumn", "key", QueryColumns.NAME));
  }
}
