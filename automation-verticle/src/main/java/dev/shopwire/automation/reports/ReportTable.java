package dev.shopwire.automation.reports;

import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.parsing.BounceClass;
import dev.shopwire.automation.reports.parsing.RecipientStatus;
import dev.shopwire.automation.suppressions.AddressHashes;
import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The table of reports, and what they change: states of mails and suppressed addresses. Methods run
 * on the caller's event loop.
 */
final class ReportTable {
  private static final String BY_ID =
      """
      select id, sender_id, email_key, state from mail_messages
      where workspace_id = $1 and id = any ($2)
      """;
  private static final String NEWEST =
      """
      select r.email as requested, m.id, m.sender_id, m.email_key, m.state
      from unnest($2::text[]) as r (email)
      cross join lateral (
        select id, sender_id, email_key, state from mail_messages
        where workspace_id = $1 and email_key = r.email and sender_id = $3
          and state in ('sent', 'unknown', 'bounced', 'sending')
        order by id desc limit 1) m
      """;

  // So that of concurrent reports about an address each sees those before it.
  private static final String LOCK =
      """
      select pg_advisory_xact_lock(hashtextextended('mail_reports ' || email, $1))
      from (select distinct email from unnest($2::text[]) as r (email) order by email) r
      """;
  private static final String RECORD =
      """
      with report as (
        select * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
          $7::text[])
        with ordinality as r (message_id, kind, class, code, diagnostic, reason, position)
      ), reported as materialized (
        select r.*, m.state, m.tries, m.email_key
        from report r join mail_messages m on m.workspace_id = $1 and m.id = r.message_id
      ), added as (
        insert into mail_reports as t
          (workspace_id, message_id, kind, tries, class, email, code, diagnostic)
        select distinct on (message_id, kind)
          $1, message_id, kind, tries, class, email_key, code,
          case when starts_with(email_key, '%2$s') then '' else diagnostic end
        from reported where state in ('sent', 'unknown', 'bounced')
        order by message_id, kind, position
        on conflict (workspace_id, message_id, kind, tries) do nothing
        returning message_id, kind, class, email, diagnostic
      ), bounced as (
        update mail_messages m set state = 'bounced', detail = nullif(a.diagnostic, ''),
          reason = (select r.reason from report r where r.message_id = a.message_id
            and r.kind = a.kind order by r.position limit 1)
        from added a
        where a.kind = 'bounce' and m.workspace_id = $1 and m.id = a.message_id
          and m.state in ('sent', 'unknown')
      ), suppressed as (
        insert into mail_suppressions (workspace_id, email, topic_id, reason, message_id)
        select distinct on (email) $1, email, 0,
          case kind when 'complaint' then 'complaint' else 'hard_bounce' end, message_id
        from added where kind = 'complaint' or class = 'hard'
        order by email, kind desc, message_id
        %1$s
      )
      select r.position, r.state, a.message_id is not null as is_new
      from reported r left join added a using (message_id, kind) order by r.position
      """
          .formatted(Suppressions.ON_CONFLICT, AddressHashes.PREFIX);

  private static final String SETTLE =
      """
      update mail_reports set is_settled = true
      where workspace_id = $1 and email = $2 and class = 'soft'
        and reported_at > now() - interval '30 days' and not is_settled
      """;

  private static final String ERASE =
      """
      update mail_reports set email = $2, diagnostic = ''
      where workspace_id = $1 and message_id = any ($3)
      """;

  private ReportTable() {}

  /**
   * A mail that a report may be about.
   *
   * @param email its recipient, as addresses are compared
   */
  record ReportedMail(long id, long senderId, String email, String state) {
    private static ReportedMail read(Row row) {
      return new ReportedMail(
          row.getLong("id"),
          row.getLong("sender_id"),
          row.getString("email_key"),
          row.getString("state"));
    }
  }

  /** The mails of a workspace among these. */
  static Future<List<ReportedMail>> find(SqlClient client, long workspaceId, List<Long> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : client
            .preparedQuery(BY_ID)
            .execute(Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new)))
            .map(rows -> Rows.list(rows, ReportedMail::read));
  }

  /** The newest mail to each of these addresses that a sender has sent. */
  static Future<List<ReportedMail>> newest(
      SqlClient client, long workspaceId, long senderId, List<String> emails) {
    return emails.isEmpty()
        ? Future.succeededFuture(List.of())
        : client
            .preparedQuery(NEWEST)
            .execute(
                Tuple.of(workspaceId)
                    .addArrayOfString(emails.toArray(String[]::new))
                    .addLong(senderId))
            .map(rows -> Rows.list(rows, ReportedMail::read));
  }

  /**
   * A report that counts.
   *
   * @param status of a bounce
   */
  record Report(ReportedMail mail, Claim.Kind kind, Optional<RecipientStatus> status) {
    private Optional<BounceClass> bounceClass() {
      return status.map(RecipientStatus::bounceClass);
    }

    private ReportOutcome outcome(Row row) {
      if (row.getBoolean("is_new")) {
        return bounceClass().map(ReportOutcome::bounced).orElse(ReportOutcome.COMPLAINED);
      }
      return switch (row.getString("state")) {
        case "sent", "unknown", "bounced" -> ReportOutcome.REPEATED;
        case "sending" -> ReportOutcome.LATER;
        default -> ReportOutcome.ignored(Reason.NOT_SENT);
      };
    }
  }

  /**
   * Records reports about mails of a workspace, and changes what follows from them, once.
   *
   * @return what became of each
   */
  static Future<List<ReportOutcome>> record(
      SqlConnection connection, long workspaceId, List<Report> reports) {
    if (reports.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return lock(connection, workspaceId, texts(reports, r -> r.mail().email()))
        .compose(
            locked -> connection.preparedQuery(RECORD).execute(parameters(workspaceId, reports)))
        .compose(
            rows -> {
              List<ReportOutcome> outcomes = outcomes(reports, rows);
              return suppressSoft(connection, workspaceId, reports, outcomes);
            });
  }

  /** Lets others that record reports about these addresses wait for the end of the transaction. */
  static Future<Void> lock(SqlConnection connection, long workspaceId, String... emails) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId).addArrayOfString(emails))
        .mapEmpty();
  }

  /** Lets the soft bounces that an address has had so far count no more. */
  static Future<Void> settleSoftBounces(SqlConnection connection, long workspaceId, String email) {
    return lock(connection, workspaceId, email)
        .compose(locked -> connection.preparedQuery(SETTLE).execute(Tuple.of(workspaceId, email)))
        .mapEmpty();
  }

  /** Replaces the address in reports about mails, and deletes what was said about them. */
  static Future<Void> erase(SqlClient client, long workspaceId, String hash, List<Long> messages) {
    return client
        .preparedQuery(ERASE)
        .execute(Tuple.of(workspaceId, hash).addArrayOfLong(messages.toArray(Long[]::new)))
        .mapEmpty();
  }

  /** A mail that is reported twice at once counts the first time. */
  private static List<ReportOutcome> outcomes(List<Report> reports, RowSet<Row> rows) {
    ReportOutcome[] outcomes = new ReportOutcome[reports.size()];
    Arrays.fill(outcomes, ReportOutcome.ignored(Reason.UNKNOWN_MESSAGE));
    Set<List<Object>> counted = new HashSet<>();
    for (Row row : rows) {
      int position = Math.toIntExact(row.getLong("position") - 1);
      Report report = reports.get(position);
      boolean isFirst = counted.add(List.of(report.mail().id(), report.kind()));
      ReportOutcome outcome = report.outcome(row);
      outcomes[position] = isFirst || !row.getBoolean("is_new") ? outcome : ReportOutcome.REPEATED;
    }
    return List.of(outcomes);
  }

  private static Tuple parameters(long workspaceId, List<Report> reports) {
    return Tuple.of(workspaceId)
        .addArrayOfLong(Columns.of(reports, new Long[reports.size()], r -> r.mail().id()))
        .addArrayOfString(texts(reports, r -> r.kind().id()))
        .addArrayOfString(texts(reports, r -> r.bounceClass().map(BounceClass::id).orElse(null)))
        .addArrayOfString(
            texts(reports, r -> r.status().flatMap(RecipientStatus::code).orElse(null)))
        .addArrayOfString(
            texts(reports, r -> r.status().map(RecipientStatus::diagnostic).orElse("")))
        .addArrayOfString(
            texts(reports, r -> r.bounceClass().map(BounceClass::reason).orElse(null)));
  }

  private static String[] texts(List<Report> reports, Function<Report, @Nullable String> value) {
    return Columns.of(reports, new String[reports.size()], value);
  }

  private static Future<List<ReportOutcome>> suppressSoft(
      SqlConnection connection,
      long workspaceId,
      List<Report> reports,
      List<ReportOutcome> outcomes) {
    ReportOutcome soft = ReportOutcome.bounced(BounceClass.SOFT);
    List<Report> added =
        IntStream.range(0, reports.size())
            .filter(i -> outcomes.get(i).equals(soft))
            .mapToObj(reports::get)
            .toList();
    return added.isEmpty()
        ? Future.succeededFuture(outcomes)
        : Suppressions.addSoftBounces(
                connection,
                workspaceId,
                added.stream().map(report -> report.mail().email()).toList(),
                added.stream().map(report -> report.mail().id()).toList())
            .map(outcomes);
  }
}
