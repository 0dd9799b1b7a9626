package dev.shopwire.benchmarks.population;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Generates ten custom fields of all types and their values; one in twenty values is missing. */
final class FieldRows {
  /** Of customers, each with up to ten values. */
  private static final long PART = 50_000;

  /**
   * @param type also the first part of the name of the column with its values
   */
  private record Field(String name, String type, boolean isPrivate) {}

  private static final List<Field> FIELDS =
      List.of(
          new Field("plan", "text", false),
          new Field("country", "text", false),
          new Field("industry", "text", false),
          new Field("account_manager", "text", true),
          new Field("seats", "number", false),
          new Field("orders", "number", false),
          new Field("revenue", "number", true),
          new Field("active", "boolean", false),
          new Field("notes", "text", false),
          new Field("settings", "json", false));

  // h is a hash of customer and field; u is h scaled to 0..1. One note in a hundred is too long
  // for the index of texts. "offset 0" keeps a customer's values together, as a push writes them.
  private static final String VALUES =
      """
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id,
        boolean_value, number_value, text_value, long_value)
      select {workspace}, {customer} + i, id, 0,
        case name when 'active' then h % 4 <> 0 end,
        case name when 'seats' then floor(power(1001, u))::int - 1
          when 'orders' then floor(100000 * power(u, 4))::int
          when 'revenue' then round((1000000 * power(u, 5))::numeric, 2) end,
        case name when 'plan' then case when u < 0.6 then 'free' when u < 0.85 then 'basic'
            when u < 0.97 then 'pro' else 'enterprise' end
          when 'country' then 'country-' || floor(40 * u * u)::int
          when 'industry' then 'industry-' || h % 12
          when 'account_manager' then 'manager-' || h % 500
          when 'notes' then case when u < 0.99 then 'a note of ' || md5(h::text) end end,
        case name when 'settings' then
            '{"language":"' || (array['de','en','fr','ja'])[1 + h % 4] || '","limit":' || h % 100 || '}'
          when 'notes' then case when u >= 0.99 then repeat(md5(h::text), 100) end end
      from generate_series({first}::bigint, {last}) i cross join lateral (
        select id, name, h, h / 2147483648.0::float8 as u
        from (
          select id, name, hashint8extended(i, number) & 2147483647 as h
          from (values {fields}) field (id, name, number) offset 0
        ) hashed
        where h % 20 <> 0
      ) field
      """;

  private final Scope scope;
  private final Steps steps;
  private final SchemaCheckedHttp console;

  /**
   * @param console creates the definitions
   */
  FieldRows(Scope scope, Steps steps, SchemaCheckedHttp console) {
    this.scope = scope;
    this.steps = steps;
    this.console = console;
  }

  void generate() {
    if (!scope.amounts().fields()) {
      return;
    }
    steps.run("custom fields", FIELDS.size(), () -> FIELDS.forEach(this::define));
    String fields = definitions();
    steps.load(
        "custom field values",
        "custom_field_values",
        scope.amounts().customers(),
        PART,
        (first, last) ->
            scope.fill(VALUES, Map.of("fields", fields, "first", first, "last", last)));
  }

  private void define(Field field) {
    Response response =
        console.post(
            path(),
            "{\"name\":\"%s\",\"type\":\"%s\",\"scope\":\"customers\",\"private\":%s}"
                .formatted(field.name(), field.type(), field.isPrivate()));
    if (response.status() != 200) {
      throw new IllegalStateException(response.toString());
    }
  }

  /** The fields as rows of SQL. */
  private String definitions() {
    List<String> rows = new ArrayList<>();
    for (JsonNode field : console.get(path() + "?take=100").json().path("customFields")) {
      rows.add(
          "(%s::bigint, '%s', %d)"
              .formatted(field.path("id").asText(), field.path("name").asText(), 20 + rows.size()));
    }
    return String.join(", ", rows);
  }

  private String path() {
    return "/console/api/workspaces/" + scope.workspace() + "/custom-fields";
  }
}
