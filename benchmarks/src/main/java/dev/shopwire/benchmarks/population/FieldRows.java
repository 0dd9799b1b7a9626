package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Generates custom fields of all types and their values; one in twenty values is missing. */
final class FieldRows {
  /** Of values, if none were missing. */
  private static final long PART = 500_000;

  /**
   * @param type also the first part of the name of the column with its values
   */
  private record Field(String name, String type, boolean isPrivate) {}

  /** Those with a meaning; more of them have names such as {@code text_11}. */
  private static final List<Field> NAMED =
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
          new Field("settings", "json", false),
          new Field("renews_on", "text", false));

  private static final List<String> TYPES = List.of("text", "number", "boolean");

  // h is a hash of customer and field; u is h scaled to 0..1. One note in a hundred is too long
  // for the index of texts. "offset 0" keeps a customer's values together, as a push writes them.
  private static final String VALUES =
      """
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id,
        boolean_value, number_value, text_value, long_value)
      select {workspace}, {customer} + i, id, 0,
        case when name = 'active' then h % 4 <> 0 when name like 'boolean%' then h % 2 = 0 end,
        case when name = 'seats' then floor(power(1001, u))::int - 1
          when name = 'orders' then floor(100000 * power(u, 4))::int
          when name = 'revenue' then round((1000000 * power(u, 5))::numeric, 2)
          when name like 'number%' then h % (power(10, number % 6 + 1))::int end,
        case when name = 'plan' then case when u < 0.6 then 'free' when u < 0.85 then 'basic'
            when u < 0.97 then 'pro' else 'enterprise' end
          when name = 'country' then 'country-' || floor(40 * u * u)::int
          when name = 'industry' then 'industry-' || h % 12
          when name = 'account_manager' then 'manager-' || h % 500
          when name = 'notes' then case when u < 0.99 then 'a note of ' || md5(h::text) end
          when name = 'renews_on' then to_char({until} + (u - 0.5) * interval '2 years', 'YYYY-MM-DD')
          when name like 'text%' then 'text ' || h % (power(10, number % 6 + 1))::int end,
        case name when 'settings' then
            '{"language":"' || (array['de','en','fr','ja'])[1 + h % 4] || '","limit":' || h % 100 || '}'
          when 'notes' then case when u >= 0.99 then repeat(md5(h::text), 100) end end
      from generate_series({first}::bigint, {last}) i cross join lateral (
        select id, name, number, h, h / 2147483648.0::float8 as u
        from (
          select id, name, number, hashint8extended(i, number) & 2147483647 as h
          from (values {fields}) field (id, name, number) offset 0
        ) hashed
        where h % 20 <> 0
      ) field
      """;

  private static final String DEFINITIONS =
      "select id, name from custom_fields where workspace_id = {workspace} order by id";

  private final Database database;
  private final Scope scope;
  private final Steps steps;
  private final SchemaCheckedHttp console;

  /**
   * @param console creates the definitions
   */
  FieldRows(Database database, Scope scope, Steps steps, SchemaCheckedHttp console) {
    this.database = database;
    this.scope = scope;
    this.steps = steps;
    this.console = console;
  }

  void generate() {
    int count = scope.amounts().fields();
    if (count == 0) {
      return;
    }
    steps.run(
        "custom fields",
        count,
        () -> IntStream.range(0, count).mapToObj(FieldRows::field).forEach(this::define));
    String fields = definitions();
    steps.load(
        "custom field values",
        "custom_field_values",
        scope.amounts().customers(),
        PART / count,
        (first, last) ->
            scope.fill(VALUES, Map.of("fields", fields, "first", first, "last", last)));
  }

  private static Field field(int index) {
    if (index < NAMED.size()) {
      return NAMED.get(index);
    }
    String type = TYPES.get(index % TYPES.size());
    return new Field(type + "_" + (index + 1), type, false);
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
    for (Row field : database.rows("public", scope.fill(DEFINITIONS))) {
      rows.add(
          "(%d::bigint, '%s', %d)"
              .formatted(field.getLong("id"), field.getString("name"), 20 + rows.size()));
    }
    return String.join(", ", rows);
  }

  private String path() {
    return "/console/api/workspaces/" + scope.workspace() + "/custom-fields";
  }
}
