package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Carrier;
import dev.shopwire.attribution.credit.CodeSighting;
import dev.shopwire.attribution.credit.CodeSighting.Source;
import dev.shopwire.attribution.credit.CreditDecision;
import dev.shopwire.attribution.credit.FirstTouch;
import dev.shopwire.attribution.credit.SeenCode;
import dev.shopwire.attribution.history.RefusedRows.Refused;
import dev.shopwire.attribution.history.RefusedRows.ShopPage;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides rows of the log again, for one request. It reads the log by pages of shops, and the rows
 * of a page's shops in the order of their times, some per transaction, which locks these shops like
 * every decision. A decision with the same result as before is not written again, so that repeated
 * requests write nothing. It ends after {@link #MAX_DURATION}, with a cursor if rows are left. Not
 * thread-safe; use from one event loop, for one request.
 */
final class Reevaluation {
  private static final Duration MAX_DURATION = Duration.ofSeconds(10);

  /** The timeout of one step, to distinguish a hanging database from a long log. */
  private static final long STEP_MILLIS = 1_700;

  private static final int MAX_ENTRIES = 100;

  /** Identifies a credit by app and customer. */
  private record Credit(long appId, long customerId) {}

  /** A row and the decision on it. */
  private record Decided(Refused row, CreditDecision decision) {}

  /**
   * The result of one transaction.
   *
   * @param rows all rows that were read, also those skipped because of an earlier credit
   */
  private record Step(
      List<Refused> rows, List<Decided> decided, List<Map<String, @Nullable Object>> entries) {}

  private final Vertx vertx;
  private final Pool pool;
  private final ReevaluationRequest request;
  private final long newest;
  private final long endNanos = System.nanoTime() + MAX_DURATION.toNanos();
  private final Promise<JsonResponse> response = Promise.promise();
  private final Set<Credit> credited = new HashSet<>();
  private final List<Map<String, @Nullable Object>> entries = new ArrayList<>();
  private long examined;

  /**
   * @param newest the last row of the log to read
   */
  Reevaluation(Vertx vertx, Pool pool, ReevaluationRequest request, long newest) {
    this.vertx = vertx;
    this.pool = pool;
    this.request = request;
    this.newest = newest;
  }

  Future<JsonResponse> run() {
    nextPage(request.from());
    return response.future();
  }

  private void nextPage(ReevaluationPosition position) {
    if (endIfTimedOut(position)) {
      return;
    }
    RefusedRows.shops(pool, request, position.after(), newest)
        .timeout(STEP_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            page -> {
              if (page.customers().isEmpty()) {
                nextPageOrEnd(page);
              } else {
                nextStep(page, position);
              }
            },
            response::fail);
  }

  private void nextStep(ShopPage page, ReevaluationPosition position) {
    if (endIfTimedOut(position)) {
      return;
    }
    step(page.customers(), position)
        .timeout(STEP_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            step -> {
              addStep(step);
              if (step.rows().size() < RefusedRows.ROWS_PER_STEP) {
                nextPageOrEnd(page);
              } else {
                Refused last = step.rows().get(step.rows().size() - 1);
                nextStep(page, position.afterRow(last.at(), last.id()));
              }
            },
            response::fail);
  }

  private void nextPageOrEnd(ShopPage page) {
    page.next()
        .ifPresentOrElse(
            next -> nextPage(ReevaluationPosition.after(next)), () -> end(Optional.empty()));
  }

  private boolean endIfTimedOut(ReevaluationPosition position) {
    boolean timedOut = System.nanoTime() > endNanos;
    if (timedOut) {
      end(Optional.of(position));
    }
    return timedOut;
  }

  private Future<Step> step(List<Long> customers, ReevaluationPosition position) {
    return request.dryRun()
        ? Transactions.runAndRollBack(pool, connection -> decide(connection, customers, position))
        : Transactions.run(pool, connection -> decide(connection, customers, position));
  }

  private Future<Step> decide(
      SqlConnection connection, List<Long> customers, ReevaluationPosition position) {
    return Shops.lock(connection, customers)
        .compose(locked -> RefusedRows.rows(connection, request, customers, position.row()))
        .compose(
            rows ->
                decideAll(connection, rows)
                    .compose(decided -> audit(connection, decided).map(audited -> decided))
                    .compose(
                        decided ->
                            readEntries(connection, decided)
                                .map(logged -> new Step(rows, decided, logged))));
  }

  /**
   * Records the counts of this transaction, if it credited anything. A request has several of them
   * if it decides many rows, so that what was committed is recorded even if the request fails.
   */
  private Future<Void> audit(SqlConnection connection, List<Decided> decided) {
    long credits = decided.stream().filter(each -> each.decision().isCredited()).count();
    if (credits == 0) {
      return Future.succeededFuture();
    }
    String workspace = Long.toString(request.workspaceId());
    Map<String, @Nullable Object> counts = new LinkedHashMap<>();
    counts.put("examined", decided.size());
    counts.put("credited", credits);
    return AuditLog.write(
        connection,
        request.caller().in(request.workspaceId()),
        AuditEntry.of(
            "attribution_log.reevaluated",
            new AuditObject("attribution_log", workspace, null),
            counts));
  }

  /**
   * Decides the rows in sequence: once a row is credited, later rows for the same credit are
   * skipped.
   */
  private Future<List<Decided>> decideAll(SqlConnection connection, List<Refused> rows) {
    Set<Credit> settled = new HashSet<>(credited);
    Future<List<Decided>> all = Future.succeededFuture(new ArrayList<>());
    for (Refused row : rows) {
      Credit credit = new Credit(row.appId(), row.customerId());
      all =
          all.compose(
              decided -> {
                if (settled.contains(credit)) {
                  return Future.succeededFuture(decided);
                }
                return FirstTouch.decide(connection, sighting(row), row.customerId(), row.decided())
                    .map(
                        decision -> {
                          if (decision.isCredited()) {
                            settled.add(credit);
                          }
                          decided.add(new Decided(row, decision));
                          return decided;
                        });
              });
    }
    return all;
  }

  private CodeSighting sighting(Refused row) {
    return new CodeSighting(
        row.appId(),
        Optional.empty(),
        new Shop(request.workspaceId(), row.domain()),
        SeenCode.of(row.code()),
        Carrier.REEVALUATION,
        Optional.of(row.at().toInstant()),
        Source.log(row.id()));
  }

  /** Reads the first rows that were written, up to the limit of the response. */
  private Future<List<Map<String, @Nullable Object>>> readEntries(
      SqlConnection connection, List<Decided> decided) {
    Long[] ids =
        decided.stream()
            .flatMap(each -> each.decision().logId().stream())
            .limit((long) MAX_ENTRIES - entries.size())
            .toArray(Long[]::new);
    if (ids.length == 0) {
      return Future.succeededFuture(List.of());
    }
    return AttributionLog.ofIds(connection, request.workspaceId(), ids);
  }

  private void addStep(Step step) {
    examined += step.decided().size();
    boolean due = false;
    for (Decided each : step.decided()) {
      if (each.decision().isCredited()) {
        credited.add(new Credit(each.row().appId(), each.row().customerId()));
      }
      due |= each.decision().due() > 0;
    }
    if (request.dryRun()) {
      // A dry run leaves no row.
      step.entries().forEach(entry -> entry.put("id", null));
    } else if (due) {
      Outbox.wakeDelivery(vertx);
    }
    entries.addAll(step.entries());
  }

  private void end(Optional<ReevaluationPosition> remaining) {
    Map<String, @Nullable Object> reevaluation = new LinkedHashMap<>();
    reevaluation.put("examined", examined);
    reevaluation.put("credited", credited.size());
    reevaluation.put("entries", entries);
    reevaluation.put("cursor", remaining.map(ReevaluationPosition::text).orElse(null));
    response.complete(JsonResponse.of(Map.of("reevaluation", reevaluation)));
  }
}
