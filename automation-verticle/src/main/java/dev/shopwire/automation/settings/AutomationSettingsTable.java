package dev.shopwire.automation.settings;

import dev.shopwire.automation.settings.QuietHours.ZoneSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The table of automation settings. Methods run on the caller's event loop. */
final class AutomationSettingsTable {
  private static final String FIND =
      """
      select sandbox, sandbox_allow, quiet_from, quiet_to, quiet_field, quiet_app_slug, quiet_fallback,
        cap_messages, cap_per, default_sender
      from automation_settings where workspace_id = $1
      """;
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('automation_settings', $1))";
  private static final String WRITE =
      """
      insert into automation_settings
        (workspace_id, sandbox, sandbox_allow, quiet_from, quiet_to, quiet_field, quiet_app_slug,
         quiet_fallback, cap_messages, cap_per, default_sender)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (workspace_id) do update set
        sandbox = excluded.sandbox, sandbox_allow = excluded.sandbox_allow,
        quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
        quiet_field = excluded.quiet_field, quiet_app_slug = excluded.quiet_app_slug,
        quiet_fallback = excluded.quiet_fallback, cap_messages = excluded.cap_messages,
        cap_per = excluded.cap_per, default_sender = excluded.default_sender, updated_at = now()
      """;

  private AutomationSettingsTable() {}

  /** Empty if the workspace has the defaults. */
  static Future<Optional<AutomationSettings>> find(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.first(rows, AutomationSettingsTable::read));
  }

  private static AutomationSettings read(Row row) {
    return new AutomationSettings(
        new Sandbox(row.getBoolean("sandbox"), List.of(row.getArrayOfStrings("sandbox_allow"))),
        Optional.ofNullable(row.getLocalTime("quiet_from")).map(from -> quietHours(from, row)),
        Optional.ofNullable(row.getInteger("cap_messages"))
            .map(messages -> new FrequencyCap(messages, row.getString("cap_per"))),
        Optional.ofNullable(row.getLong("default_sender")));
  }

  private static QuietHours quietHours(LocalTime from, Row row) {
    return new QuietHours(
        from,
        row.getLocalTime("quiet_to"),
        new ZoneSource(
            Optional.ofNullable(row.getString("quiet_field")),
            Optional.ofNullable(row.getString("quiet_app_slug")),
            ZoneId.of(row.getString("quiet_fallback"))));
  }

  /** Makes other changes of the workspace's settings wait for the end of the transaction. */
  static Future<Void> lock(SqlClient client, long workspaceId) {
    return client.preparedQuery(LOCK).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  static Future<Void> write(SqlClient client, long workspaceId, AutomationSettings settings) {
    Optional<QuietHours> quiet = settings.quietHours();
    Optional<ZoneSource> zone = quiet.map(QuietHours::timezone);
    Optional<FrequencyCap> cap = settings.frequencyCap();
    return client
        .preparedQuery(WRITE)
        .execute(
            Tuple.of(workspaceId)
                .addBoolean(settings.sandbox().isEnabled())
                .addArrayOfString(settings.sandbox().allow().toArray(String[]::new))
                .addLocalTime(quiet.map(QuietHours::from).orElse(null))
                .addLocalTime(quiet.map(QuietHours::to).orElse(null))
                .addString(zone.flatMap(ZoneSource::field).orElse(null))
                .addString(zone.flatMap(ZoneSource::app).orElse(null))
                .addString(zone.map(source -> source.fallback().getId()).orElse(null))
                .addInteger(cap.map(FrequencyCap::messages).orElse(null))
                .addString(cap.map(FrequencyCap::per).orElse(null))
                .addLong(settings.defaultSender().orElse(null)))
        .mapEmpty();
  }
}
