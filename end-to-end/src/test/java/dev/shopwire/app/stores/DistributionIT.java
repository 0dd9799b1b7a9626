package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the migrated schema can be distributed over many nodes: every unique key contains the
 * column by which its table is distributed. A new table must be added to one of these lists and to
 * the operators' page on PostgreSQL.
 */
public class DistributionIT {
  private static final String WORKSPACE = "workspace_id";
  private static final String APP = "app_id";

  /**
   * Tables that grow with the number of shops, events or messages, with their distribution columns.
   */
  private static final Map<String, String> DISTRIBUTED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("usage_event_ids", APP),
              Map.entry("usage_events", APP),
              Map.entry("usage_event_backlog", APP),
              Map.entry("usage_rollups", APP),
              Map.entry("usage_rollup_runs", APP),
              Map.entry("usage_properties", APP),
              Map.entry("sessions", APP),
              Map.entry("active_shops", APP),
              Map.entry("active_shop_days", APP),
              Map.entry("session_starts", APP),
              Map.entry("customers", WORKSPACE),
              Map.entry("customer_profiles", WORKSPACE),
              Map.entry("custom_field_values", WORKSPACE),
              Map.entry("unset_custom_field_values", WORKSPACE),
              Map.entry("contacts", WORKSPACE),
              Map.entry("attribution_credits", WORKSPACE),
              Map.entry("attribution_log", WORKSPACE),
              Map.entry("install_events", WORKSPACE),
              Map.entry("webhook_messages", WORKSPACE),
              Map.entry("webhook_due", WORKSPACE),
              Map.entry("webhook_fan_outs", WORKSPACE),
              Map.entry("webhook_deliveries", WORKSPACE),
              Map.entry("webhook_attempts", WORKSPACE),
              Map.entry("webhook_counters", WORKSPACE),
              Map.entry("webhook_replays", WORKSPACE),
              Map.entry("webhook_replay_selections", WORKSPACE),
              Map.entry("webhook_replay_parts", WORKSPACE),
              Map.entry("segment_reads", WORKSPACE),
              Map.entry("partner_records", APP),
              Map.entry("partner_changes", APP),
              Map.entry("partner_shops", APP),
              Map.entry("partner_shop_changes", APP),
              Map.entry("partner_lifecycles", APP),
              Map.entry("partner_touched_shops", APP),
              Map.entry("partner_uninstalls", APP),
              Map.entry("partner_announcements", APP),
              Map.entry("partner_day_figures", APP),
              Map.entry("partner_late_records", APP),
              Map.entry("partner_restatements", APP),
              Map.entry("partner_earning_hours", APP),
              Map.entry("partner_transitions", WORKSPACE),
              Map.entry("segment_pending", WORKSPACE),
              Map.entry("segment_queue", WORKSPACE),
              Map.entry("segment_tracking", WORKSPACE),
              Map.entry("segment_rounds", WORKSPACE),
              Map.entry("segment_members", WORKSPACE),
              Map.entry("segment_transitions", WORKSPACE),
              Map.entry("segment_checks", WORKSPACE),
              Map.entry("mail_suppressions", WORKSPACE),
              Map.entry("mail_messages", WORKSPACE),
              Map.entry("mail_attempts", WORKSPACE),
              Map.entry("mail_sources", WORKSPACE),
              Map.entry("mail_counts", WORKSPACE),
              Map.entry("mail_reports", WORKSPACE),
              Map.entry("mail_count_changes", WORKSPACE),
              Map.entry("mail_cap_windows", WORKSPACE),
              Map.entry("mail_erasures", WORKSPACE),
              Map.entry("flow_event_groups", WORKSPACE),
              Map.entry("flow_causes", WORKSPACE),
              Map.entry("flow_changes", WORKSPACE),
              Map.entry("flow_entries", WORKSPACE),
              Map.entry("flow_runs", WORKSPACE),
              Map.entry("flow_run_steps", WORKSPACE),
              Map.entry("flow_held_events", WORKSPACE),
              Map.entry("flow_failures", WORKSPACE),
              Map.entry("flow_counts", WORKSPACE),
              Map.entry("flow_refusals", WORKSPACE),
              Map.entry("flow_dry_runs", WORKSPACE),
              Map.entry("flow_dry_run_customers", WORKSPACE),
              Map.entry("flow_dry_run_runs", WORKSPACE),
              Map.entry("flow_step_requests", WORKSPACE),
              Map.entry("applied_flow_steps", WORKSPACE)));

  /** Small tables that are the same on every node: configuration. */
  private static final Set<String> REFERENCE =
      Set.of(
          "installation",
          "workspaces",
          "apps",
          "api_keys",
          "custom_field_catalogs",
          "custom_fields",
          "custom_field_retypes",
          "custom_field_links",
          "deleted_custom_fields",
          "affiliates",
          "affiliate_apps",
          "affiliate_codes",
          "attribution_settings",
          "excluded_shops",
          "install_sources",
          "install_counts",
          "usage_metrics",
          "segments",
          "segment_uses",
          "mail_senders",
          "mail_sender_secrets",
          "mail_report_counts",
          "mail_topics",
          "mail_templates",
          "mail_template_versions",
          "automation_settings",
          "mail_holds",
          "campaigns",
          "campaign_uses",
          "flows",
          "flow_versions",
          "flow_uses",
          "flow_triggers",
          "flow_pauses",
          "flow_run_updates",
          "flow_member_entries",
          "flow_linked_runs",
          "flow_schedules",
          "flow_missed_schedules",
          "partner_fetches",
          "partner_connections",
          "partner_secrets",
          "partner_streams",
          "partner_lifecycle_times",
          "partner_frozen_days",
          "linked_databases",
          "linked_database_secrets",
          "linked_queries",
          "linked_query_columns",
          "linked_dropped_queries",
          "webhook_endpoints",
          "webhook_secrets",
          "webhook_subscriptions",
          "webhook_past_subscriptions");

  /** Tables of the coordinator alone: state that processes share, and the console's own. */
  private static final Set<String> LOCAL =
      Set.of(
          "webhook_lanes",
          "webhook_workers",
          "retention_runs",
          "segment_schedule",
          "mail_lanes",
          "mail_mailboxes",
          "mail_hash_key",
          "partner_leases",
          "linked_database_leases",
          "linked_runs",
          "linked_run_fields",
          "linked_run_rows",
          "linked_run_changes",
          "linked_run_customers",
          "linked_query_customers",
          "linked_bad_rows",
          "partner_buckets",
          "flyway_schema_history",
          "audit_log",
          "console_api_tokens",
          "console_devices",
          "console_invitations",
          "console_memberships",
          "console_password_resets",
          "console_recovery_codes",
          "console_saved_views",
          "console_sessions",
          "console_setup_tokens",
          "console_sign_in_failures",
          "console_users",
          "console_workspace_settings");

  /** A table with a trigger cannot be distributed as it is: see the operators' page. */
  private static final Set<String> WITH_TRIGGERS =
      Set.of(
          "usage_events",
          "sessions",
          "contacts",
          "attribution_credits",
          "attribution_log",
          "audit_log",
          "customers",
          "customer_profiles",
          "custom_field_values",
          "mail_messages",
          "webhook_subscriptions");

  private static final Path PAGE = Path.of("../docs/operators/postgresql.md");

  // Without partitions, which follow their parents.
  private static final String OWN_TABLES =
      """
      select c.oid, c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
      """;
  private static final String TABLES = "select string_agg(name, ' ') from (" + OWN_TABLES + ") t";
  private static final String UNIQUE_KEYS_WITHOUT_COLUMN =
      """
      select coalesce(string_agg(i.indexrelid::regclass::text, ' '), '')
      from pg_index i
      where i.indrelid = ?::regclass and (i.indisunique or i.indisexclusion)
        and not exists (select from pg_attribute a
          where a.attrelid = i.indrelid and a.attname = ? and a.attnum = any(i.indkey)
            and array_position(i.indkey::int[], a.attnum::int) < i.indnkeyatts)
      """;
  private static final String FOREIGN_KEYS =
      """
      select coalesce(string_agg(f.conname || '/' || f.conrelid::regclass || '/'
        || f.confrelid::regclass || '/' || coalesce((
          select string_agg(a.attname, ',') from pg_attribute a
          where a.attrelid = f.conrelid and a.attnum = any(f.conkey)), ''), ' '), '')
      from pg_constraint f
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace
        and not exists (select from pg_class c where c.oid = f.conrelid and c.relispartition)
      """;
  private static final String TRIGGERS =
      """
      select coalesce(string_agg(distinct t.tgrelid::regclass::text, ' '), '')
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and not c.relispartition and t.tgparentid = 0
      """;
  private static final String SMALL_IDENTITIES =
      """
      select coalesce(string_agg(c.relname, ' '), '') from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and a.atttypid <> 'bigint'::regtype
        and c.relnamespace = 'public'::regnamespace and not c.relispartition
      """;
  private static final String OTHER_IDS =
      """
      select coalesce(string_agg(c.relname || '.' || a.attname || '/'
        || replace(format_type(a.atttypid, null), ' ', '_'), ' '), '')
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = ?::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attname ~ '(^id|_ids?|_app)$'
        and a.atttypid <> all ('{bigint,"bigint[]",uuid}'::regtype[])
      """;

  /** Ids that are texts: those of clients and platforms, of API keys and of encryption keys. */
  private static final Set<String> TEXT_IDS =
      Set.of(
          "api_keys.id/text",
          "audit_log.actor_id/text",
          "audit_log.object_id/text",
          "audit_log.request_id/text",
          "console_users.totp_key_id/text",
          "contacts.platform_id/text",
          "custom_field_values.request_id/text",
          "customer_profiles.email_request_id/text",
          "customer_profiles.name_request_id/text",
          "flow_dry_run_runs.event_id/text",
          "flow_runs.event_id/text",
          "mail_hash_key.key_id/text",
          "mail_sender_secrets.key_id/text",
          "linked_database_secrets.key_id/text",
          "partner_secrets.key_id/text",
          "unset_custom_field_values.request_id/text",
          "usage_events.event_id/text",
          "webhook_secrets.key_id/text");

  /** The tables that grow with the number of shops, events or messages. */
  public static Set<String> largeTables() {
    return DISTRIBUTED.keySet();
  }

  private final Sql sql = RunningService.shared().sql();

  private Set<String> names(String query, Object... parameters) {
    String all = sql.text(query, parameters);
    return all.isEmpty() ? Set.of() : new TreeSet<>(Set.of(all.split(" ", -1)));
  }

  @Test
  void everyTableIsInOneOfTheLists() {
    Set<String> listed = new TreeSet<>(DISTRIBUTED.keySet());
    listed.addAll(REFERENCE);
    listed.addAll(LOCAL);
    assertEquals(DISTRIBUTED.size() + REFERENCE.size() + LOCAL.size(), listed.size());
    assertEquals(listed, names(TABLES));
  }

  @Test
  void everyUniqueKeyOfALargeTableContainsItsDistributionColumn() {
    DISTRIBUTED.forEach(
        (table, column) ->
            assertEquals("", sql.text(UNIQUE_KEYS_WITHOUT_COLUMN, table, column), table));
  }

  @Test
  void noForeignKeyCrossesNodes() {
    for (String key : names(FOREIGN_KEYS)) {
      String[] parts = key.split("/", -1);
      String from = parts[1];
      String to = parts[2];
      if (DISTRIBUTED.containsKey(to)) {
        String column = String.valueOf(DISTRIBUTED.get(to));
        assertEquals(column, DISTRIBUTED.get(from), () -> key + " crosses nodes");
        assertTrue(Set.of(parts[3].split(",", -1)).contains(column), () -> key + " crosses nodes");
      }
    }
  }

  @Test
  void onlyListedTablesHaveTriggers() {
    assertEquals(new TreeSet<>(WITH_TRIGGERS), names(TRIGGERS));
  }

  @Test
  void everyIdIsBigintOrUuidUnlessItIsAText() {
    assertEquals(Set.of(), names(SMALL_IDENTITIES), "identity columns must be bigint");
    assertEquals(new TreeSet<>(TEXT_IDS), names(OTHER_IDS, "public"));
  }

  @Test
  void anIdOfAnotherTypeIsFound() {
    sql.run(
        """
        create schema planted_ids;
        create table planted_ids.t (id bigint, app_id int, owner_app int, app_ids int[], days int);
        """);
    try {
      assertEquals(
          Set.of("t.app_id/integer", "t.owner_app/integer", "t.app_ids/integer[]"),
          names(OTHER_IDS, "planted_ids"));
    } finally {
      sql.run("drop schema planted_ids cascade");
    }
  }

  @Test
  void theOperatorsPageListsTheSameTables() throws IOException {
    String page = Files.readString(PAGE);
    Map<String, String> distributed =
        page.lines()
            .filter(line -> line.startsWith("select create_distributed_table("))
            .map(line -> line.split("'", -1))
            .collect(Collectors.toMap(part -> part[1], part -> part[3], (a, b) -> a, TreeMap::new));
    assertEquals(DISTRIBUTED, distributed);
    Set<String> reference =
        page.lines()
            .filter(line -> line.startsWith("select create_reference_table("))
            .map(line -> line.split("'", -1)[1])
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(REFERENCE), reference);
  }
}
