package dev.shopwire.benchmarks.layout;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A candidate table layout; its tables are in their own schema, named after it. */
enum Design {
  /** One plain table, unique by the client's text. */
  S("one table", false, false, 0, false),
  /** Monthly partitions and a table of ids, unique by the client's text. */
  T("months + id table, text id", true, false, 0, false),
  /** Monthly partitions and a table of ids, unique by a 16-byte key. */
  U("months + id table, uuid key", true, true, 0, false),
  /** Like U, with the id table in 16 hash partitions. */
  V("months + id table, uuid key, 16 hash partitions", true, true, 16, false),
  /** Like U, but an event stores the client's text only if it differs from the key. */
  W("months + id table, uuid key, sparse event_id", true, true, 0, true),
  /** One event table in 16 hash partitions, unique by a 16-byte key. */
  H("one table in 16 hash partitions, uuid key", false, true, 16, false);

  private record Column(String name, String type) {}

  private static final String ONE_TABLE =
      """
      WITH fresh AS (
        INSERT INTO usage_events ({columns})
        SELECT {values}
        FROM unnest({arrays})
          AS i ({columns})
        ON CONFLICT (app_id, {key}) DO NOTHING
        RETURNING app_id, {key}
      )
      """;

  /*
   * The CASE keeps the planner from turning IN into a join. A generic plan expects ten rows from an
   * unnest, and one if there are further conditions: then the join is a nested loop, a million
   * comparisons for a group of a thousand. A subquery within a CASE stays a hashed subplan.
   */
  private static final String TWO_TABLES =
      """
      WITH fresh AS (
        INSERT INTO usage_event_ids (app_id, {key})
        SELECT app_id, {key} FROM unnest($1::bigint[], $2::{type}[]) AS i (app_id, {key})
        ON CONFLICT (app_id, {key}) DO NOTHING
        RETURNING app_id, {key}
      ), stored AS (
        INSERT INTO usage_events ({columns})
        SELECT {values}
        FROM unnest({arrays})
          AS i ({columns})
        WHERE CASE WHEN (app_id, {key}) IN (SELECT app_id, {key} FROM fresh) THEN true END
      )
      """;

  /* Returns the positions of the duplicates in the arrays, from 1; no row if all are new. */
  private static final String DUPLICATES =
      """
      SELECT position
      FROM unnest($1::bigint[], $2::{type}[]) WITH ORDINALITY AS i (app_id, {key}, position)
      WHERE (SELECT count(*) FROM fresh) < cardinality($1)
        AND CASE WHEN (app_id, {key}) IN (SELECT app_id, {key} FROM fresh) THEN false ELSE true END
      """;

  private final String title;
  private final boolean idTable;
  private final boolean keyed;
  private final int hashPartitions;
  private final boolean sparseId;

  Design(String title, boolean idTable, boolean keyed, int hashPartitions, boolean sparseId) {
    this.title = title;
    this.idTable = idTable;
    this.keyed = keyed;
    this.hashPartitions = hashPartitions;
    this.sparseId = sparseId;
  }

  String title() {
    return title;
  }

  String schema() {
    return "layout_" + name().toLowerCase(Locale.ROOT);
  }

  /** Whether a separate table keeps ids unique, so that the events can be partitioned by month. */
  boolean idTable() {
    return idTable;
  }

  /** Whether the unique column is the 16-byte key rather than the client's text. */
  boolean keyed() {
    return keyed;
  }

  /** The number of hash partitions of the table with the unique index; 0 for none. */
  int hashPartitions() {
    return hashPartitions;
  }

  /** Whether an event omits the client's text when it equals the key. */
  boolean sparseId() {
    return sparseId;
  }

  /** The unique column besides the app, also the tiebreaker of the list index. */
  String key() {
    return keyed ? "event_key" : "event_id";
  }

  /** The statement that stores one group; a group must be distinct and sorted by (app, key). */
  String ingest() {
    return fill((idTable ? TWO_TABLES : ONE_TABLE) + DUPLICATES);
  }

  /** Fills in the placeholders of a statement: columns, values, arrays, key and its type. */
  String fill(String statement) {
    return statement
        .replace("{columns}", columns())
        .replace("{values}", columns().replace("properties", "properties::jsonb"))
        .replace("{arrays}", arrays())
        .replace("{type}", keyed ? "uuid" : "text")
        .replace("{key}", key());
  }

  private String columns() {
    return parameters().stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String arrays() {
    List<Column> parameters = parameters();
    return IntStream.range(0, parameters.size())
        .mapToObj(i -> "$" + (i + 1) + "::" + parameters.get(i).type() + "[]")
        .collect(Collectors.joining(", "));
  }

  private List<Column> parameters() {
    List<Column> all =
        List.of(
            new Column("app_id", "bigint"),
            new Column("event_key", "uuid"),
            new Column("event_id", "text"),
            new Column("event_name", "text"),
            new Column("customer_id", "bigint"),
            new Column("occurred_at", "timestamptz"),
            new Column("path", "text"),
            new Column("session_key", "text"),
            new Column("properties", "text"));
    return all.stream().filter(c -> keyed || !c.name().equals("event_key")).toList();
  }
}
