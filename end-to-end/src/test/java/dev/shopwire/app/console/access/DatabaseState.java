package dev.shopwire.app.console.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The number of rows of every table and a digest of them. Where rows belong to a workspace or app,
 * those of some workspaces; what moves by itself is left out.
 */
final class DatabaseState {
  private static final Duration SETTLING = Duration.ofSeconds(20);

  /** Tables that the service writes whether anyone calls it or not, with the reason. */
  private static final Map<String, String> MOVING =
      Map.ofEntries(
          Map.entry("webhook_lanes", "leases, which workers renew"),
          Map.entry("webhook_workers", "signs of life"),
          Map.entry("mail_lanes", "leases, which processes take and release"),
          Map.entry("mail_mailboxes", "leases likewise, and when a mailbox was read"),
          Map.entry(
              "mail_counts",
              "numbers of mails by state, to which changes are added some time later"),
          Map.entry("mail_count_changes", "these changes"),
          Map.entry("mail_cap_windows", "what of it is past its window is deleted"),
          Map.entry("mail_erasures", "is empty again some time after an erasure"),
          Map.entry("partner_leases", "leases, which processes take and release"),
          Map.entry("linked_database_leases", "leases likewise"),
          Map.entry("partner_buckets", "when requests may be sent"),
          Map.entry("retention_runs", "when partitions were last looked at"),
          Map.entry("install_sources", "when the listing's data warehouse was last read"));

  /**
   * When a session or token was last used, which also a refused request is; when a shop was last
   * seen, which is written some time later.
   */
  private static final String MOVING_COLUMNS = "'last_used_at' - 'last_seen_at'";

  /** Rows that a job may delete meanwhile, since they are old. */
  private static final Map<String, String> LASTING =
      Map.of(
          "console_sessions", "last_used_at > '%1$s'::timestamptz - interval '1 hour'",
          "console_sign_in_failures", "at > '%1$s'::timestamptz - interval '10 minutes'");

  private static final String TABLES =
      """
      select json_agg(json_build_object('name', relname, 'columns',
        (select json_object_agg(attname, true) from pg_attribute where attrelid = c.oid))
        order by relname)
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      """;
  private static final String DIGEST =
      """
      select count(*) || ' rows ' || coalesce(md5(string_agg(row, ',' order by row)), '')
      from (select (to_jsonb(t) - %s)::text as row from %s t where %s) rows
      """;

  private static final String SENDING =
      """
      select exists (select from webhook_due where workspace_id in (%1$s))
        or exists (select from webhook_replays where workspace_id in (%1$s) and status <> 'done')
        or exists (select from mail_messages where workspace_id in (%1$s)
          and state in ('queued', 'sending'))
      """;

  private final Sql sql;
  private final String workspaces;
  private final Instant start = Instant.now();

  DatabaseState(Sql sql, Collection<String> workspaces) {
    this.sql = sql;
    this.workspaces = String.join(", ", workspaces);
  }

  /** By table. */
  Map<String, String> read() {
    Map<String, String> state = new LinkedHashMap<>();
    for (JsonNode table : json(sql.text(TABLES))) {
      String name = table.path("name").asText();
      if (!MOVING.containsKey(name)) {
        String digest =
            DIGEST.formatted(MOVING_COLUMNS, name, condition(name, table.path("columns")));
        state.put(name, sql.text(digest));
      }
    }
    return state;
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String condition(String table, JsonNode columns) {
    String condition = "true";
    if (columns.has("workspace_id")) {
      condition = "(workspace_id is null or workspace_id in (" + workspaces + "))";
    } else if (columns.has("app_id")) {
      condition = "app_id in (select id from apps where workspace_id in (" + workspaces + "))";
    }
    if (columns.has("expires_at")) {
      condition +=
          " and (expires_at is null or expires_at > '%s'::timestamptz + interval '10 minutes')"
              .formatted(start);
    }
    return condition
        + Optional.ofNullable(LASTING.get(table))
            .map(rows -> " and " + rows.formatted(start))
            .orElse("");
  }

  /** Whether webhooks wait, or a replay is not complete. */
  private boolean isSending() {
    return !sql.text(SENDING.formatted(workspaces)).equals("f");
  }

  /** The same once nothing is under way any more. */
  Map<String, String> readSettled() {
    Map<String, String> last = new LinkedHashMap<>();
    Poll.until(
        SETTLING,
        () -> "the tables don't change, last " + last,
        () -> {
          Map<String, String> next = read();
          boolean isSettled = next.equals(last) && !isSending();
          last.clear();
          last.putAll(next);
          return isSettled;
        });
    return last;
  }
}
