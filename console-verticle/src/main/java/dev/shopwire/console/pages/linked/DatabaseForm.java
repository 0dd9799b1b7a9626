package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.AppChoice.App;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The form of a database, whose fields have the names of the API's JSON. */
final class DatabaseForm {
  private static final String ID = "database";
  private static final String APP = "app";
  private static final String LIMITS = "limits";
  private static final String WRITABLE = "acceptWritableRole";
  private static final List<String> LIMIT_NAMES = List.of("statementMillis", "rows", "bytes");

  private DatabaseForm() {}

  static Form ofNew(List<App> apps) {
    return Form.of(ID, "", "Add database", fields(apps, true));
  }

  /**
   * @param database as the API returns it
   */
  static Form ofEdit(List<App> apps, JsonNode database) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("name", database.path("name").asText());
    values.put(APP, database.at("/app/slug").asText(""));
    values.put(WRITABLE, database.path(WRITABLE).asText());
    LIMIT_NAMES.forEach(
        name -> values.put(LIMITS + "." + name, database.path(LIMITS).path(name).asText()));
    return Form.of(ID, "", "Save database", fields(apps, false)).withValues(values);
  }

  private static Field[] fields(List<App> apps, boolean isNew) {
    List<Option> options =
        Stream.concat(
                Stream.of(new Option("", "none")),
                apps.stream().map(app -> new Option(app.slug(), app.name())))
            .toList();
    return new Field[] {
      Field.text("name", "Name").required(),
      uri(isNew),
      Field.select(APP, "App", options)
          .withHint("For fields that belong to an app, or have a value for each app."),
      limit("statementMillis", "Milliseconds per statement", "100 to 600000. Empty: 30000."),
      limit("rows", "Rows per run", "Up to 50000000. Empty: 2000000."),
      limit("bytes", "Bytes per run", "From 1024. Empty: 1073741824."),
      Field.checkbox(WRITABLE, "Accept a role that may write")
          .withHint(
              "Only if there can be no other role: one whose only fault is that it may create or"
                  + " write is admitted then. Statements run in a read-only transaction all the"
                  + " same.")
    };
  }

  private static Field uri(boolean isNew) {
    String example =
        "postgresql://user:password@host:port/database, or mysql:// for MySQL and MariaDB. ";
    return new Field(
        "uri",
        "URI",
        Field.Kind.PASSWORD,
        isNew,
        "off",
        example
            + (isNew
                ? "It is stored encrypted, and never shown."
                : "Empty: the one that is stored."),
        List.of(),
        "");
  }

  private static Field limit(String name, String label, String hint) {
    return Field.number(LIMITS + "." + name, label).withHint(hint).inRow(LIMITS);
  }

  /** The body that adds a database: what was left empty is left out. */
  static ObjectNode body(ObjectNode form) {
    ObjectNode body = ApiJson.withoutNulls(form);
    body.set(LIMITS, ApiJson.withoutNulls(body.withObjectProperty(LIMITS)));
    return body;
  }

  /**
   * The body that changes a database: what stays as it is is left out, so that the proof is made
   * again only if it must be.
   *
   * @param database as the API returns it
   */
  static ObjectNode change(ObjectNode form, JsonNode database) {
    ObjectNode body = body(form);
    if (form.path(APP).isNull() && database.path(APP).isObject()) {
      body.putNull(APP);
    }
    if (form.path(APP).asText("").equals(database.at("/app/slug").asText(""))) {
      body.remove(APP);
    }
    for (String name : List.of("name", WRITABLE)) {
      if (body.path(name).equals(database.path(name))) {
        body.remove(name);
      }
    }
    return body;
  }
}
