package dev.shopwire.benchmarks.layout;

/** The forms of the statement of design U that are compared. */
enum Form {
  /** The chosen form: two unnests, membership by a hashed subplan. */
  HASHED_SUBPLAN(Design.U.ingest()),

  /** A shared input and a plain join, whose plan depends on the row estimate. */
  JOIN(Form.joined("")),

  /** The same join with conditions that are always true, so that the planner expects one row. */
  JOIN_OF_FILTERED(Form.joined(" WHERE event_name <> '' AND app_id > 0 AND position > 0")),

  /** Passes the complete source row on without a second lookup, but fails on concurrent inserts. */
  MERGE(
      Design.U.fill(
          """
          WITH fresh AS (
            MERGE INTO usage_event_ids AS known
            USING unnest({arrays}) AS i ({columns})
            ON known.app_id = i.app_id AND known.event_key = i.event_key
            WHEN NOT MATCHED THEN INSERT (app_id, event_key) VALUES (i.app_id, i.event_key)
            RETURNING i.*
          ), stored AS (
            INSERT INTO usage_events ({columns}) SELECT {values} FROM fresh
          )
          SELECT app_id, event_key FROM fresh
          WHERE (SELECT count(*) FROM fresh) < cardinality($1)
          """)),

  /** Always returns the fresh keys, so the reply grows with the group. */
  RETURN_FRESH(
      Design.U.ingest()
          .replaceFirst("(?s)SELECT position.*", "SELECT app_id, event_key FROM fresh"));

  private final String sql;

  Form(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  private static String joined(String condition) {
    return Design.U.fill(
        """
        WITH input AS (
          SELECT * FROM unnest({arrays}) WITH ORDINALITY AS i ({columns}, position)%s
        ), fresh AS (
          INSERT INTO usage_event_ids (app_id, event_key) SELECT app_id, event_key FROM input
          ON CONFLICT (app_id, event_key) DO NOTHING
          RETURNING app_id, event_key
        ), stored AS (
          INSERT INTO usage_events ({columns})
          SELECT {values} FROM input JOIN fresh USING (app_id, event_key)
        )
        SELECT position FROM input LEFT JOIN fresh USING (app_id, event_key)
        WHERE (SELECT count(*) FROM fresh) < cardinality($1) AND fresh.app_id IS NULL
        """
            .formatted(condition));
  }
}
