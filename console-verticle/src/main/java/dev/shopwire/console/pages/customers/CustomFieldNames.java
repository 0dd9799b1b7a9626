package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The custom fields of a workspace by the names that filters, order and columns of customers take.
 *
 * @param fields as the API lists them
 * @param apps the slugs of the workspace's apps
 */
record CustomFieldNames(List<JsonNode> fields, List<String> apps) {
  static final String PREFIX = "cf:";

  /** More make a page heavy, and are not read. */
  private static final int MAX_SUGGESTIONS = 200;

  /** Names in conditions: of a shared field, or of one that an app owns. */
  Stream<String> inConditions() {
    return fields.stream().map(CustomFieldNames::name).distinct().limit(MAX_SUGGESTIONS);
  }

  /** Names of single values: a field that has one for each app needs the app. */
  Stream<String> inColumns() {
    return fields.stream()
        .flatMap(
            field ->
                field.path("scope").asText().equals("all-apps")
                    ? apps.stream().map(app -> PREFIX + app + "/" + field.path("name").asText())
                    : Stream.of(name(field)))
        .distinct()
        .limit(MAX_SUGGESTIONS);
  }

  private static String name(JsonNode field) {
    String app = owner(field);
    String name = field.path("name").asText();
    return app.isEmpty() ? PREFIX + name : PREFIX + app + "/" + name;
  }

  /** The app that owns a field; empty for a shared one. */
  private static String owner(JsonNode field) {
    return field.path("app").path("slug").asText("");
  }

  /** The type of the field that a condition names; empty if it names none of these. */
  Optional<String> type(String condition) {
    if (!condition.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String name = condition.substring(PREFIX.length());
    int slash = name.indexOf('/');
    return slash < 0
        ? type(name, app -> app.isEmpty()).or(() -> type(name, app -> true))
        : type(name.substring(slash + 1), app -> app.equals(name.substring(0, slash)))
            .or(() -> type(name.substring(slash + 1), app -> app.isEmpty()));
  }

  private Optional<String> type(String name, Predicate<String> ofApp) {
    return fields.stream()
        .filter(field -> field.path("name").asText().equals(name) && ofApp.test(owner(field)))
        .map(field -> field.path("type").asText())
        .findFirst();
  }
}
