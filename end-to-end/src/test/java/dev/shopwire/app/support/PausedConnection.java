package dev.shopwire.app.support;

import dev.shopwire.testing.Tenants;

/** Stores a partner connection that fetches nothing, with records that count. */
public final class PausedConnection {
  // What reads from it continues the statement.
  private static final String FETCHED =
      """
      with fetched as (insert into partner_fetches (app_id) values (%1$s) returning app_id, id),
      stream as (
        insert into partner_streams (app_id, fetch_id, name, pass, complete_to)
        select app_id, id, 'events', 1, now() from fetched),
      connection as (
        insert into partner_connections (app_id, workspace_id, fetch_id, shown_id, dialect, parameters,
          since, interval_seconds, is_paused, backfill_from, backfill_to, backfill_end)
        select app_id, %2$s, id, id, 'historical-events', '{}', '2024-01-01', 3600, true, '2024-01-01',
          '2024-01-01', now()
        from fetched)
      """;

  private PausedConnection() {}

  /**
   * A statement that connects the app.
   *
   * @param records inserts records of the stream {@code events}, with {@code app_id} and {@code id}
   *     of {@code fetched}
   */
  public static String with(Tenants.App app, String records) {
    return FETCHED.formatted(app.appId(), app.workspaceId()) + records;
  }
}
