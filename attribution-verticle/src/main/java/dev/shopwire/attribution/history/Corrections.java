package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Referral;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An admin's word over a shop's credit (docs/api/attribution.md): it may give it, move it or take
 * it away, with a reason. An affiliate that gets it is told as a referral. The decision is a row of
 * the log, what it replaced stays there. A credit that was taken away stays settled: no code that
 * comes later undoes what an admin has decided. For one event loop.
 */
public final class Corrections {
  private static final String SHOP =
      """
      select a.workspace_id, c.domain from apps a
      join customers c on c.workspace_id = a.workspace_id and c.id = $2 where a.id = $1
      """;
  private static final String AFFILIATE =
      "select id, name from affiliates where workspace_id = $1 and id = $2";
  private static final String CURRENT =
      """
      select affiliate_id from attribution_credits
      where workspace_id = $1 and app_id = $2 and customer_id = $3
      """;
  private static final String CORRECT =
      """
      insert into attribution_credits as c
        (workspace_id, app_id, customer_id, affiliate_id, code, carrier, corrected_at)
      values ($1, $2, $3, $4, null, 'manual', now())
      on conflict (workspace_id, app_id, customer_id) do update
      set affiliate_id = excluded.affiliate_id, code = null, carrier = 'manual',
        corrected_at = now()
      returning corrected_at
      """;
  private static final String LOG =
      """
      insert into attribution_log (workspace_id, app_id, customer_id, carrier, outcome,
        affiliate_id, affiliate_name, winner_id, winner_name, note)
      values ($1, $2, $3, 'manual', $4, $5, $6, $5, $6, $7)
      returning id
      """;
  private static final String ENTRY = LogEntry.SELECT + " where l.workspace_id = $1 and l.id = $2";

  private final Vertx vertx;
  private final Pool pool;

  public Corrections(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  private record Corrected(JsonResponse answer, long due) {}

  public Future<JsonResponse> correct(AdminPartRequest call) {
    Correction wanted = Correction.read(call);
    return Transactions.run(pool, connection -> correct(connection, wanted))
        .map(
            corrected -> {
              if (corrected.due() > 0) {
                Outbox.nudge(vertx);
              }
              return corrected.answer();
            });
  }

  private static Future<Corrected> correct(SqlConnection connection, Correction wanted) {
    return connection
        .preparedQuery(SHOP)
        .execute(Tuple.of(wanted.appId(), wanted.customerId()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.unknown("app or customer");
              }
              Row row = rows.iterator().next();
              return new Shop(row.getInteger("workspace_id"), row.getString("domain"));
            })
        .compose(shop -> Shops.lock(connection, wanted.customerId()).map(locked -> shop))
        .compose(
            shop ->
                affiliateName(connection, shop.workspaceId(), wanted)
                    .compose(name -> write(connection, shop, wanted, name)));
  }

  private static Future<Optional<String>> affiliateName(
      SqlConnection connection, int workspaceId, Correction wanted) {
    if (wanted.affiliateId().isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    return connection
        .preparedQuery(AFFILIATE)
        .execute(Tuple.of(workspaceId, wanted.affiliateId().get()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.invalid(
                    "/affiliateId",
                    "unknown_affiliate",
                    "affiliateId is no affiliate of this workspace");
              }
              return Optional.of(rows.iterator().next().getString("name"));
            });
  }

  private static Future<Corrected> write(
      SqlConnection connection, Shop shop, Correction wanted, Optional<String> name) {
    Tuple key = Tuple.of(shop.workspaceId(), wanted.appId(), wanted.customerId());
    Tuple credit =
        Tuple.of(shop.workspaceId(), wanted.appId(), wanted.customerId())
            .addInteger(wanted.affiliateId().orElse(null));
    return connection
        .preparedQuery(CURRENT)
        .execute(key)
        .map(Corrections::affiliate)
        .compose(
            former ->
                connection
                    .preparedQuery(CORRECT)
                    .execute(credit)
                    .map(rows -> rows.iterator().next().getOffsetDateTime("corrected_at"))
                    .compose(
                        at ->
                            former.equals(wanted.affiliateId())
                                ? Future.succeededFuture(0L)
                                : tell(connection, shop, wanted, name, at))
                    .compose(
                        due ->
                            log(connection, shop.workspaceId(), wanted, name, former.isPresent())
                                .map(answer -> new Corrected(answer, due))));
  }

  private static Optional<Integer> affiliate(RowSet<Row> credit) {
    return credit.size() == 0
        ? Optional.empty()
        : Optional.ofNullable(credit.iterator().next().getInteger("affiliate_id"));
  }

  /** A credit that is taken away is nobody's referral. */
  private static Future<Long> tell(
      SqlConnection connection,
      Shop shop,
      Correction wanted,
      Optional<String> name,
      OffsetDateTime at) {
    if (wanted.affiliateId().isEmpty()) {
      return Future.succeededFuture(0L);
    }
    Referral referral =
        new Referral(
            shop.workspaceId(),
            wanted.appId(),
            wanted.customerId(),
            shop.domain(),
            wanted.affiliateId().get(),
            name.orElseThrow(),
            null,
            at,
            "manual");
    return Outbox.emit(connection, List.of(referral.cause()));
  }

  private static Future<JsonResponse> log(
      SqlConnection connection,
      int workspaceId,
      Correction wanted,
      Optional<String> name,
      boolean hadCredit) {
    String outcome =
        wanted.affiliateId().isEmpty() ? "removed" : hadCredit ? "reassigned" : "assigned";
    Tuple entry =
        Tuple.of(workspaceId, wanted.appId(), wanted.customerId(), outcome)
            .addInteger(wanted.affiliateId().orElse(null))
            .addString(name.orElse(null))
            .addString(wanted.reason());
    return connection
        .preparedQuery(LOG)
        .execute(entry)
        .compose(
            logged ->
                connection
                    .preparedQuery(ENTRY)
                    .execute(Tuple.of(workspaceId, logged.iterator().next().getLong("id"))))
        .map(rows -> answer(rows.iterator().next()));
  }

  private static JsonResponse answer(Row row) {
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("correction", LogEntry.json(row));
    return JsonResponse.of(answer);
  }
}
