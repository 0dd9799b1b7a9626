package dev.shopwire.attribution.history;

import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the attribution log. A first touch writes its row together with its credit ({@code
 * Credits}); the rows that a reevaluation decides again are read by {@link RefusedRows}. Entries
 * have the form of responses. Methods run on the caller's event loop.
 */
final class AttributionLog {
  /** To be followed by a where clause on {@code l}. */
  private static final String SELECT =
      """
      select l.id, l.logged_at, l.app_id, p.slug, l.customer_id, s.domain, l.code, l.carrier,
        l.outcome, l.reason, l.self_referral, l.affiliate_id, l.affiliate_name, l.winner_id,
        l.winner_name, l.note, l.occurred_at, l.reevaluates
      from attribution_log l
      join tenancy_apps p on p.id = l.app_id
      join tenancy_customers s on s.workspace_id = l.workspace_id and s.id = l.customer_id
      """;

  private static final String INSERT_CORRECTION =
      """
      insert into attribution_log (workspace_id, app_id, customer_id, carrier, outcome,
        affiliate_id, affiliate_name, winner_id, winner_name, note)
      values ($1, $2, $3, 'manual', $4, $5, $6, $5, $6, $7)
      returning id
      """;
  private static final String FIND = SELECT + " where l.workspace_id = $1 and l.id = $2";
  private static final String OF_IDS =
      SELECT + " where l.workspace_id = $1 and l.id = any ($2) order by l.id";

  // Each filter is either an equality on an index or absent.
  private static final String LIST =
      SELECT
          + """
            where l.workspace_id = $1 and l.id < $2
              and ($4 = '' or l.app_id = (
                select id from tenancy_apps where workspace_id = $1 and slug = $4))
              and ($5 = '' or l.customer_id = (
                select id from tenancy_customers where workspace_id = $1 and domain = $5))
              and ($6 = '' or l.normalised = $6)
            order by l.id desc limit $3
            """;
  private static final String OF_CUSTOMER =
      SELECT + " where l.workspace_id = $1 and l.customer_id = $2 order by l.id limit $3";
  // Limited by text size, since a code may be long; the first row is always returned.
  private static final String TIMELINE =
      """
      select * from (
        select e.*, row_number() over in_order as number, sum(
          coalesce(octet_length(code), 0) + coalesce(octet_length(note), 0)
            + coalesce(octet_length(affiliate_name), 0) + coalesce(octet_length(winner_name), 0)
        ) over (in_order rows unbounded preceding) as bytes
        from (%s) e
        window in_order as (order by e.id)
      ) sized
      where number = 1 or bytes <= $4 order by id
      """
          .formatted(OF_CUSTOMER);
  // The order of a timeline: newest first, entries of the same time by their ids as texts.
  private static final String NEWEST_OF_CUSTOMER =
      SELECT
          + """
            where l.workspace_id = $1 and l.customer_id = $2
              and ($3 = '' or l.app_id = (
                select id from tenancy_apps where workspace_id = $1 and slug = $3))
              and l.logged_at >= coalesce($4::timestamptz, '-infinity')
              and l.logged_at < coalesce($5::timestamptz, 'infinity')
              and ($6::timestamptz is null or l.logged_at < $6
                or (l.logged_at = $6 and l.id::text collate "C" > $7::text))
            order by l.logged_at desc, l.id::text collate "C" limit $8
            """;
  private static final String COUNT =
      """
      select count(*) as entries from (
        select from attribution_log where workspace_id = $1 and customer_id = $2 limit $3
      ) entry
      """;

  private AttributionLog() {}

  /**
   * Writes an admin's correction of a credit.
   *
   * @param outcome assigned, reassigned or removed
   * @param affiliateName empty if the credit was removed
   * @return its entry
   */
  static Future<Map<String, @Nullable Object>> insertCorrection(
      SqlConnection connection,
      long workspaceId,
      Correction correction,
      String outcome,
      Optional<String> affiliateName) {
    Tuple row =
        Tuple.of(workspaceId, correction.appId(), correction.customerId(), outcome)
            .addLong(correction.affiliateId().orElse(null))
            .addString(affiliateName.orElse(null))
            .addString(correction.reason());
    return connection
        .preparedQuery(INSERT_CORRECTION)
        .execute(row)
        .compose(
            logged ->
                connection
                    .preparedQuery(FIND)
                    .execute(Tuple.of(workspaceId, logged.iterator().next().getLong("id"))))
        .map(rows -> LogEntry.json(rows.iterator().next()));
  }

  /** The entries with these ids, ordered by id. */
  static Future<List<Map<String, @Nullable Object>>> ofIds(
      SqlClient client, long workspaceId, Long[] ids) {
    return client
        .preparedQuery(OF_IDS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(ids))
        .map(rows -> Rows.list(rows, LogEntry::json));
  }

  /**
   * Selects entries; an empty text selects all.
   *
   * @param app its slug
   * @param shop its domain, normalized
   * @param code normalized
   */
  record Filter(String app, String shop, String code) {
    /** Normalizes what a request contains. */
    static Filter of(String app, String shop, String code) {
      return new Filter(app, shop.strip().toLowerCase(Locale.ROOT), ReferralCode.normalize(code));
    }
  }

  /** Lists entries with ids below {@code before}, newest first. */
  static Future<List<Map<String, @Nullable Object>>> list(
      SqlClient client, long workspaceId, Filter filter, long before, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, before, limit, filter.app(), filter.shop(), filter.code()))
        .map(rows -> Rows.list(rows, LogEntry::json));
  }

  /** All entries of the filter, as {@link #list} returns them, for an export. */
  static ExportSource.Rows all(long workspaceId, Filter filter) {
    return ExportSource.Rows.of(
        LIST,
        Tuple.of(
            workspaceId,
            Long.MAX_VALUE,
            Integer.MAX_VALUE,
            filter.app(),
            filter.shop(),
            filter.code()),
        LogEntry::json);
  }

  /** All entries of a customer, as {@link #timeline} returns them, for an export. */
  static ExportSource.Rows allOfCustomer(long workspaceId, long customerId) {
    return ExportSource.Rows.of(
        OF_CUSTOMER, Tuple.of(workspaceId, customerId, Integer.MAX_VALUE), LogEntry::json);
  }

  /** Lists a customer's first entries, in the order in which they were decided. */
  static Future<List<Map<String, @Nullable Object>>> timeline(
      SqlClient client, long workspaceId, long customerId, int limit, int maxBytes) {
    return client
        .preparedQuery(TIMELINE)
        .execute(Tuple.of(workspaceId, customerId, limit, maxBytes))
        .map(rows -> Rows.list(rows, LogEntry::json));
  }

  /**
   * Lists a customer's entries in the order of a timeline.
   *
   * @param parameters workspace, customer, the app's slug or an empty text, the first time and the
   *     one after the last, the time of the previous page's last entry, the id after which entries
   *     of that time start, the limit; null for no bound, or for no entry of that time
   */
  static Future<List<Map<String, @Nullable Object>>> newestOfCustomer(
      SqlClient client, Tuple parameters) {
    return client
        .preparedQuery(NEWEST_OF_CUSTOMER)
        .execute(parameters)
        .map(rows -> Rows.list(rows, LogEntry::json));
  }

  /** The same as a complete list. */
  static ExportSource.Rows newestOfCustomer(
      Tuple parameters,
      Function<Map<String, @Nullable Object>, Map<String, @Nullable Object>> json) {
    return ExportSource.Rows.of(
        NEWEST_OF_CUSTOMER, parameters, row -> json.apply(LogEntry.json(row)));
  }

  /** How many entries a customer has, up to {@code limit}. */
  static Future<Long> count(SqlClient client, long workspaceId, long customerId, int limit) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId, customerId, limit))
        .map(rows -> rows.iterator().next().getLong("entries"));
  }
}
