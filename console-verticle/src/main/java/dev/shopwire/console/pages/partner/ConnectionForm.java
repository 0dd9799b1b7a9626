package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The form that makes and changes a connection. Its fields are the parameters of a dialect, which
 * is chosen first.
 *
 * @param dialects as the API lists them, at least one
 * @param dialect the chosen one
 * @param connection as it is now; empty if there is none
 */
record ConnectionForm(List<JsonNode> dialects, JsonNode dialect, Optional<JsonNode> connection) {
  static final String ID = "connect";
  private static final String DIALECT = "dialect";
  private static final String ONLY_TEST = "onlyTest";
  private static final String PARAMETERS = "parameters";

  /** With the dialect of the form or of the address, else the connection's, else the first one. */
  static ConnectionForm of(
      PageRequest request, List<JsonNode> dialects, Optional<JsonNode> connection) {
    String name =
        Optional.of(request.form().get(DIALECT))
            .filter(chosen -> !chosen.isBlank())
            .or(() -> Optional.of(request.query().get(DIALECT)).filter(text -> !text.isBlank()))
            .or(() -> connection.map(current -> current.path(DIALECT).asText()))
            .orElse("");
    JsonNode dialect =
        dialects.stream()
            .filter(each -> each.path("name").asText().equals(name))
            .findFirst()
            .orElse(dialects.get(0));
    return new ConnectionForm(dialects, dialect, connection);
  }

  /** Chooses another dialect. */
  Part choice(PageRequest request) {
    List<Option> options =
        dialects.stream()
            .map(each -> new Option(each.path("name").asText(), each.path("title").asText()))
            .toList();
    return new Filters(
        request.path(),
        List.of(Field.select(DIALECT, "Dialect", options)),
        FormData.of(Map.of(DIALECT, dialect.path("name").asText())),
        Faults.NONE);
  }

  /** With the values of the connection, if it has this dialect. */
  Form form() {
    List<Field> fields = new ArrayList<>();
    Map<String, String> values = new HashMap<>();
    fields.add(Field.hidden(DIALECT));
    values.put(DIALECT, dialect.path("name").asText());
    for (JsonNode parameter : dialect.path(PARAMETERS)) {
      String name = parameter.path("name").asText();
      fields.add(field(parameter, name));
      values.put(
          PARAMETERS + "." + name,
          current(PARAMETERS).path(name).asText(parameter.path("default").asText("")));
    }
    fields.add(
        Field.date("since", "Since")
            .withHint("The first day to fetch. Empty: 2010-01-01, so all of it."));
    fields.add(
        Field.number("intervalSeconds", "Seconds between syncs")
            .withHint("From 10 to 86400. Empty: 300."));
    fields.add(
        Field.checkbox(ONLY_TEST, "Only test: read one page of each stream, and save nothing"));
    values.put("since", current("since").asText(""));
    values.put("intervalSeconds", current("intervalSeconds").asText(""));
    return Form.of(
            ID,
            connection.isPresent() ? "Change the connection" : "Connect",
            connection.isPresent() ? "Save connection" : "Connect",
            fields.toArray(Field[]::new))
        .withValues(values);
  }

  private Field field(JsonNode parameter, String name) {
    String path = PARAMETERS + "." + name;
    if (!parameter.path("secret").asBoolean()) {
      return parameter.path("default").isTextual()
          ? Field.text(path, name)
          : Field.text(path, name).required();
    }
    boolean isStored =
        current("secrets").valueStream().anyMatch(secret -> secret.asText().equals(name));
    Field field = new Field(path, name, Field.Kind.PASSWORD, !isStored, "off", "", List.of(), "");
    return isStored
        ? field.withHint("Empty: the one that is stored.")
        : field.withHint("It is stored encrypted, and never shown.");
  }

  private JsonNode current(String name) {
    return connection
        .filter(current -> current.path(DIALECT).asText().equals(dialect.path("name").asText()))
        .map(current -> current.path(name))
        .orElseGet(Json.MAPPER::missingNode);
  }

  /** Whether the submitted form is only to be tested. */
  static boolean isOnlyTest(ObjectNode body) {
    return body.path(ONLY_TEST).asBoolean();
  }

  /** The body that the API takes: what was left empty is left out. */
  static ObjectNode body(ObjectNode form) {
    ObjectNode body = ApiJson.withoutNulls(form);
    body.remove(ONLY_TEST);
    body.set(PARAMETERS, ApiJson.withoutNulls(body.withObjectProperty(PARAMETERS)));
    return body;
  }
}
