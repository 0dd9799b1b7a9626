package dev.shopwire.sources.fence;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The columns of queries in PostgreSQL: their types, and how their values are read as texts. */
final class PostgresColumns {
  // Of no row, so that the query is not run.
  private static final String TYPES =
      """
      select array[%s]::int8[] as types
      from (select 1) one left join (select * from (
      %s
      ) q limit 0) q on true
      """;
  // A domain counts as the type that it restricts.
  private static final String KINDS =
      """
      with recursive chain as (
        select u.place, t.oid as type, t.typtype, t.typbasetype
        from unnest($1::int8[]) with ordinality as u (type, place)
        join pg_catalog.pg_type t on t.oid = u.type::oid
        union all
        select c.place, b.oid, b.typtype, b.typbasetype
        from chain c join pg_catalog.pg_type b on b.oid = c.typbasetype where c.typtype = 'd'
      )
      select pg_catalog.format_type(($1::int8[])[c.place::int]::oid, null) as shown,
        t.typname::text as name, t.typtype::text as type, t.typcategory::text as category
      from chain c join pg_catalog.pg_type t on t.oid = c.type
      where c.typtype <> 'd' order by c.place
      """;

  private PostgresColumns() {}

  static Future<List<QueryColumn>> read(
      FencedConnection connection, String sql, List<String> names) {
    if (names.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String types =
        names.stream()
            .map(name -> "pg_catalog.pg_typeof(" + column(name) + ")::oid::int8")
            .collect(Collectors.joining(", "));
    return connection
        .run(TYPES.formatted(types, sql), Tuple.tuple())
        .compose(
            rows ->
                connection.run(
                    KINDS,
                    Tuple.tuple().addArrayOfLong(rows.iterator().next().getArrayOfLongs("types"))))
        .map(
            rows -> {
              List<QueryColumn> found = Rows.list(rows, row -> column("", row));
              return IntStream.range(0, names.size())
                  .mapToObj(
                      i ->
                          new QueryColumn(
                              names.get(i), found.get(i).databaseType(), found.get(i).kind()))
                  .toList();
            });
  }

  private static QueryColumn column(String name, Row row) {
    return new QueryColumn(
        name,
        row.getString("shown"),
        kind(row.getString("name"), row.getString("type"), row.getString("category")));
  }

  private static ColumnKind kind(String name, String type, String category) {
    if (type.equals("e") || category.equals("S")) {
      return ColumnKind.TEXT;
    }
    return switch (name) {
      case "uuid" -> ColumnKind.TEXT;
      case "int2", "int4", "int8", "numeric", "float4", "float8" -> ColumnKind.NUMBER;
      case "bool" -> ColumnKind.BOOLEAN;
      case "json", "jsonb" -> ColumnKind.JSON;
      case "date", "time", "timetz", "timestamp", "timestamptz", "interval" -> ColumnKind.TIME;
      default -> ColumnKind.OTHER;
    };
  }

  private static String column(String name) {
    return "q.\"" + name.replace("\"", "\"\"") + "\"";
  }

  /** An expression for the text of a value. */
  static String text(FencedQuery.Selected selected) {
    String column = column(selected.column().name());
    if (selected.characters() == 0) {
      return "case when " + column + " is not null then '' end";
    }
    // JSON has dates and times in ISO 8601, whatever the query sets.
    return selected.column().kind() == ColumnKind.TIME
        ? "pg_catalog.to_json(" + column + ") operator(pg_catalog.#>>) '{}'"
        : "pg_catalog.left(" + column + "::pg_catalog.text, " + selected.characters() + ")";
  }
}
