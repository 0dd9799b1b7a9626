package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.reports.ReportTable.Report;
import dev.shopwire.automation.reports.ReportTable.ReportedMail;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares reports with the mails that they are about, and records those that count, in one
 * transaction; the same reports again change nothing. Runs on the caller's event loop.
 */
final class Recording {
  private final Pool pool;
  private final ReportMetrics metrics;

  Recording(Pool pool, ReportMetrics metrics) {
    this.pool = pool;
    this.metrics = metrics;
  }

  /**
   * Completes after the commit.
   *
   * @return what became of each; empty if the sender is gone
   */
  Future<Optional<List<ReportOutcome>>> record(long workspaceId, long senderId, List<Item> items) {
    return Transactions.run(
            pool,
            connection ->
                Senders.exists(connection, workspaceId, senderId)
                    .compose(
                        exists ->
                            exists
                                ? record(connection, workspaceId, senderId, items).map(Optional::of)
                                : Future.succeededFuture(Optional.<List<ReportOutcome>>empty())))
        .onSuccess(recorded -> recorded.ifPresent(outcomes -> outcomes.forEach(metrics::count)));
  }

  private static Future<List<ReportOutcome>> record(
      SqlConnection connection, long workspaceId, long senderId, List<Item> items) {
    List<Claim> claims = items.stream().flatMap(item -> item.claim().stream()).toList();
    List<Long> ids = claims.stream().flatMap(claim -> claim.messageIds().stream()).toList();
    List<String> recipients =
        claims.stream().flatMap(claim -> claim.recipient().stream()).distinct().toList();
    return ReportTable.find(connection, workspaceId, ids)
        .compose(
            named ->
                ReportTable.newest(connection, workspaceId, senderId, recipients)
                    .map(newest -> new Mails(named, newest)))
        .map(mails -> items.stream().map(item -> judge(item, mails, senderId)).toList())
        .compose(verdicts -> record(connection, workspaceId, verdicts))
        .compose(
            outcomes ->
                ReportCounts.add(connection, workspaceId, senderId, outcomes).map(outcomes));
  }

  /** Mails by what reports name. */
  private static final class Mails {
    private final Map<Long, ReportedMail> byId = new HashMap<>();
    private final Map<String, ReportedMail> newest = new HashMap<>();

    Mails(List<ReportedMail> named, List<ReportedMail> newest) {
      named.forEach(mail -> byId.put(mail.id(), mail));
      newest.forEach(mail -> this.newest.put(mail.email(), mail));
    }

    Optional<ReportedMail> of(Claim claim) {
      return claim
          .recipient()
          .map(recipient -> Optional.ofNullable(newest.get(recipient)))
          .orElseGet(
              () ->
                  claim.messageIds().stream()
                      .flatMap(id -> Optional.ofNullable(byId.get(id)).stream())
                      .findFirst());
    }
  }

  private static Verdict judge(Item item, Mails mails, long senderId) {
    return item.claim()
        .map(claim -> Verdict.of(claim, mails.of(claim), senderId))
        .orElseGet(() -> Verdict.ignored(item.ignored().orElseThrow()));
  }

  private static Future<List<ReportOutcome>> record(
      SqlConnection connection, long workspaceId, List<Verdict> verdicts) {
    List<Report> reports = verdicts.stream().flatMap(verdict -> verdict.report().stream()).toList();
    return ReportTable.record(connection, workspaceId, reports)
        .map(
            recorded -> {
              Iterator<ReportOutcome> next = recorded.iterator();
              return verdicts.stream()
                  .map(verdict -> verdict.ignored().orElseGet(next::next))
                  .toList();
            });
  }
}
