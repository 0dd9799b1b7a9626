package dev.shopwire.sources.frozen;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;

/**
 * The log of restatements, of which the latest are kept. Methods run on the caller's event loop.
 */
final class RestatementTable {
  /** How many an app keeps. */
  private static final long MAX = 200_000;

  private static final int DELETE_BATCH = 5_000;

  private static final String ADD =
      """
      insert into partner_restatements
        (app_id, frozen_id, id, metric, day, currency, was, became, cause, events)
      select $1, $2, $3 + n.number, n.metric, n.day, nullif(n.currency, ''), n.was::numeric,
        n.became::numeric, n.cause, n.events::jsonb
      from unnest($4::text[], $5::date[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
        with ordinality as n (metric, day, currency, was, became, cause, events, number)
      """;
  private static final String DELETE_OLD =
      "delete from partner_restatements where app_id = $1 and frozen_id = $2 and id <= $3";
  private static final String DELETE_UNUSED =
      """
      delete from partner_restatements where ctid = any (array(
        select r.ctid from partner_restatements r
        where r.app_id = $1 and not exists (
          select from partner_frozen_days d where d.app_id = r.app_id and d.id = r.frozen_id)
        limit $2))
      """;

  private RestatementTable() {}

  /** What a figure was, and what it is now, as it is shown. */
  record Restatement(DayFigure figure, BigDecimal was, BigDecimal is, Reason reason) {}

  /**
   * Logs restatements and deletes the oldest.
   *
   * @param before how many there were before
   */
  static Future<Void> add(
      SqlClient client, Frozen frozen, long before, List<Restatement> restatements) {
    int count = restatements.size();
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(frozen.appId(), frozen.id(), before)
                .addArrayOfString(text(restatements, one -> one.figure().key().metric().id()))
                .addArrayOfLocalDate(
                    Columns.of(
                        restatements,
                        new LocalDate[count],
                        one -> LocalDate.ofEpochDay(one.figure().day())))
                .addArrayOfString(text(restatements, one -> one.figure().key().currency()))
                .addArrayOfString(text(restatements, one -> one.was().toPlainString()))
                .addArrayOfString(text(restatements, one -> one.is().toPlainString()))
                .addArrayOfString(text(restatements, one -> one.reason().cause().id()))
                .addArrayOfString(
                    text(restatements, one -> new JsonArray(one.reason().events()).encode())))
        .compose(
            added ->
                client
                    .preparedQuery(DELETE_OLD)
                    .execute(Tuple.of(frozen.appId(), frozen.id(), before + count - MAX)))
        .mapEmpty();
  }

  private static String[] text(List<Restatement> rows, Function<Restatement, String> text) {
    return rows.stream().map(text).toArray(String[]::new);
  }

  /**
   * Deletes some of an app's earlier connections.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSomeUnused(SqlClient client, long appId) {
    return client
        .preparedQuery(DELETE_UNUSED)
        .execute(Tuple.of(appId, DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
