package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Carrier;
import dev.shopwire.attribution.credit.CodeSighting;
import dev.shopwire.attribution.credit.CodeSighting.Source;
import dev.shopwire.attribution.credit.CreditDecision;
import dev.shopwire.attribution.credit.FirstTouch;
import dev.shopwire.attribution.credit.SeenCode;
import dev.shopwire.attribution.history.RefusedRows.Refused;
import dev.shopwire.attribution.history.RefusedRows.ShopPage;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
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
 * One call that decides rows of the log again. It goes through the log by pages of shops, and
 * through the rows of a page's shops in the order of their times, some in each transaction, which
 * has locked these shops as every decision does. What was decided again with the same result is not
 * written once more, so that a repeated call leaves nothing. It ends after a while, with a cursor
 * if something is left. For one event loop, and one call.
 */
final class Reevaluation {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Of one step: a store that hangs is told from a log that is long. */
  private static final long STEP_MILLIS = 1_700;

  private static final int ENTRIES = 100;
  private static final String LOGGED =
      LogEntry.SELECT + " where l.workspace_id = $1 and l.id = any ($2) order by l.id";

  /** Whose credit for which app. */
  private record Credit(int appId, long customerId) {}

  /** A row, and what it came to. */
  private record Decided(Refused row, CreditDecision decision) {}

  /**
   * What one transaction did.
   *
   * @param rows all that were read, also those that a credit has made idle
   */
  private record Step(
      List<Refused> rows, List<Decided> decided, List<Map<String, @Nullable Object>> entries) {}

  private final Vertx vertx;
  private final Pool pool;
  private final ReevaluationRequest request;
  private final long newest;
  private final long endNanos = System.nanoTime() + LONGEST.toNanos();
  private final Promise<JsonResponse> answer = Promise.promise();
  private final Set<Credit> credited = new HashSet<>();
  private final List<Map<String, @Nullable Object>> entries = new ArrayList<>();
  private long examined;

  /**
   * @param newest the last row of the log to look at
   */
  Reevaluation(Vertx vertx, Pool pool, ReevaluationRequest request, long newest) {
    this.vertx = vertx;
    this.pool = pool;
    this.request = request;
    this.newest = newest;
  }

  Future<JsonResponse> run() {
    nextPage(request.from());
    return answer.future();
  }

  private void nextPage(ReevaluationPlace place) {
    if (isOver(place)) {
      return;
    }
    RefusedRows.shops(pool, request, place.after(), newest)
        .timeout(STEP_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            page -> {
              if (page.customers().isEmpty()) {
                leave(page);
              } else {
                nextStep(page, place);
              }
            },
            answer::fail);
  }

  private void nextStep(ShopPage page, ReevaluationPlace place) {
    if (isOver(place)) {
      return;
    }
    step(page.customers(), place)
        .timeout(STEP_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            step -> {
              note(step);
              if (step.rows().size() < RefusedRows.ROWS) {
                leave(page);
              } else {
                Refused last = step.rows().get(step.rows().size() - 1);
                nextStep(page, place.behind(last.at(), last.id()));
              }
            },
            answer::fail);
  }

  private void leave(ShopPage page) {
    page.next()
        .ifPresentOrElse(
            next -> nextPage(ReevaluationPlace.after(next)), () -> end(Optional.empty()));
  }

  private boolean isOver(ReevaluationPlace place) {
    boolean over = System.nanoTime() > endNanos;
    if (over) {
      end(Optional.of(place));
    }
    return over;
  }

  private Future<Step> step(List<Long> customers, ReevaluationPlace place) {
    return request.dryRun()
        ? Transactions.tryOut(pool, connection -> decide(connection, customers, place))
        : Transactions.run(pool, connection -> decide(connection, customers, place));
  }

  private Future<Step> decide(
      SqlConnection connection, List<Long> customers, ReevaluationPlace place) {
    return Shops.lock(connection, customers)
        .compose(locked -> RefusedRows.rows(connection, request, customers, place.row()))
        .compose(
            rows ->
                decideAll(connection, rows)
                    .compose(
                        decided ->
                            logged(connection, decided)
                                .map(logged -> new Step(rows, decided, logged))));
  }

  /** One after the other: whom the first one credits, none of the later ones can. */
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
                          if (decision.credits()) {
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

  /** The first of the rows that were written, as far as the answer has room for them. */
  private Future<List<Map<String, @Nullable Object>>> logged(
      SqlConnection connection, List<Decided> decided) {
    Long[] ids =
        decided.stream()
            .flatMap(each -> each.decision().logId().stream())
            .limit((long) ENTRIES - entries.size())
            .toArray(Long[]::new);
    if (ids.length == 0) {
      return Future.succeededFuture(List.of());
    }
    return connection
        .preparedQuery(LOGGED)
        .execute(Tuple.of(request.workspaceId()).addArrayOfLong(ids))
        .map(
            rows -> {
              List<Map<String, @Nullable Object>> logged = new ArrayList<>(rows.size());
              rows.forEach(row -> logged.add(LogEntry.json(row)));
              return logged;
            });
  }

  private void note(Step step) {
    examined += step.decided().size();
    boolean due = false;
    for (Decided each : step.decided()) {
      if (each.decision().credits()) {
        credited.add(new Credit(each.row().appId(), each.row().customerId()));
      }
      due |= each.decision().due() > 0;
    }
    if (request.dryRun()) {
      // There is no such row.
      step.entries().forEach(entry -> entry.put("id", null));
    } else if (due) {
      Outbox.nudge(vertx);
    }
    entries.addAll(step.entries());
  }

  private void end(Optional<ReevaluationPlace> left) {
    Map<String, @Nullable Object> reevaluation = new LinkedHashMap<>();
    reevaluation.put("examined", examined);
    reevaluation.put("credited", credited.size());
    reevaluation.put("entries", entries);
    reevaluation.put("cursor", left.map(ReevaluationPlace::text).orElse(null));
    answer.complete(JsonResponse.of(Map.of("reevaluation", reevaluation)));
  }
}
