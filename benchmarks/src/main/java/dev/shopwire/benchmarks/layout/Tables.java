package dev.shopwire.benchmarks.layout;

import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Creates the SQL that defines and fills the tables of a design. */
final class Tables {
  private static final int MONTHS = 5;

  /* Widest fixed columns first, so no padding. Collation "C" compares bytes in every locale. */
  private static final String EVENTS =
      """
      CREATE TABLE usage_events (
        occurred_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        customer_id bigint NOT NULL,
        app_id bigint NOT NULL,
        {event_key uuid NOT NULL,}
        event_id text COLLATE "C",
        event_name text NOT NULL,
        path text,
        session_key text,
        properties jsonb NOT NULL)
      """;

  private static final String IDS =
      """
      CREATE TABLE usage_event_ids (
        app_id bigint NOT NULL,
        {key} {type} {collation} NOT NULL)
      """;

  /*
   * Ids are the md5 of the row's number as a UUID, as created by UUID.nameUUIDFromBytes: as random as
   * version 4, and the benchmark knows stored ids without a query.
   */
  private static final String ID =
      """
      SELECT i, overlay(overlay(h placing '3' from 13) placing
        translate(substr(h, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') from 17)::uuid AS id
      FROM (SELECT i, md5(i::text) AS h FROM generate_series(%d, %d) AS i)
      """;

  private static final String FILL_EVENTS =
      """
      INSERT INTO usage_events ({columns}, received_at)
      SELECT i %% 5 + 1, {ids}
        ('{page_view,plan_selected,checkout_started,order_created}'::text[])[i %% 4 + 1],
        i %% 100000, received_at - interval '2 seconds', '/products/' || i %% 5000, NULL,
        ('{"plan":"professional","amount":' || i %% 1000 || '.50,"currency":"EUR",'
          || '"device":"mobile","referrer":"https://example.org/a"}')::jsonb, received_at
      FROM (SELECT i, id, timestamptz '%s' + i * ((now() - '%s') / %d) AS received_at FROM (%s))
      """;

  private Tables() {}

  /** Tables without indexes. */
  static List<String> create(Design design) {
    List<String> statements = new ArrayList<>();
    String events =
        EVENTS.replace(
            "{event_key uuid NOT NULL,}", design.keyed() ? "event_key uuid NOT NULL," : "");
    if (design.idTable()) {
      statements.add(events + " PARTITION BY RANGE (received_at)");
      IntStream.range(0, MONTHS).forEach(i -> statements.add(month(oldest().plusMonths(i))));
      String collation = design.keyed() ? "" : "COLLATE \"C\"";
      statements.addAll(
          hashed(design, "usage_event_ids", design.fill(IDS.replace("{collation}", collation))));
    } else {
      statements.addAll(hashed(design, "usage_events", events));
    }
    return statements;
  }

  /**
   * Indexes to build after loading. The unique one is 70 % full, as inserts in random order would
   * leave it; if it were packed, its pages would all split during the measurement.
   */
  static List<String> indexes(Design design) {
    String unique = design.idTable() ? "usage_event_ids" : "usage_events";
    return List.of(
        design.fill(
            """
            ALTER TABLE %s ADD CONSTRAINT usage_event_id
              PRIMARY KEY (app_id, {key}) WITH (fillfactor = 70)
            """
                .formatted(unique)),
        design.fill("CREATE INDEX usage_event_list ON usage_events (app_id, occurred_at, {key})"));
  }

  /** Inserts the rows with the given numbers, spread evenly from the oldest month until now. */
  static List<String> fill(Design design, long from, long to, long rows) {
    String source = ID.formatted(from, to);
    String text = design.sparseId() ? "NULL," : "id::text,";
    String ids = design.keyed() ? "id, " + text : text;
    String start = oldest().atDay(1) + "T00:00Z";
    String events =
        design.fill(FILL_EVENTS.formatted(start, start, rows, source).replace("{ids}", ids));
    String insertIds =
        design
            .fill(
                "INSERT INTO usage_event_ids (app_id, {key}) SELECT i %% 5 + 1, id::{type} FROM"
                    + " (%s)")
            .formatted(source);
    return design.idTable() ? List.of(events, insertIds) : List.of(events);
  }

  /** The third month before the current one, which is loaded too. */
  static YearMonth oldest() {
    return YearMonth.now(ZoneOffset.UTC).minusMonths(3);
  }

  static String partition(YearMonth month) {
    return "usage_events_" + month.toString().replace('-', '_');
  }

  private static String month(YearMonth month) {
    return """
    CREATE TABLE %s PARTITION OF usage_events
      FOR VALUES FROM ('%sT00:00Z') TO ('%sT00:00Z')
    """
        .formatted(partition(month), month.atDay(1), month.plusMonths(1).atDay(1));
  }

  private static List<String> hashed(Design design, String table, String definition) {
    int parts = design.hashPartitions();
    if (parts == 0) {
      return List.of(definition);
    }
    List<String> statements = new ArrayList<>();
    statements.add(definition + " PARTITION BY HASH (app_id, " + design.key() + ")");
    for (int i = 0; i < parts; i++) {
      statements.add(
          "CREATE TABLE %s_%d PARTITION OF %s FOR VALUES WITH (MODULUS %d, REMAINDER %d)"
              .formatted(table, i, table, parts, i));
    }
    return statements;
  }
}
