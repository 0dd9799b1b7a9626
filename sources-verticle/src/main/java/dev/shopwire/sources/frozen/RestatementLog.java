package dev.shopwire.sources.frozen;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.frozen.DayFigureTable.Changed;
import dev.shopwire.sources.frozen.RestatementTable.Restatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Logs figures that are no longer as they were shown, some in a transaction, which also makes them
 * the shown ones: so each change is logged once. Use from one event loop.
 */
final class RestatementLog {
  /** Figures of a transaction. */
  private static final int ROWS = 2_000;

  private final Pool pool;
  private final Function<SqlConnection, Future<Void>> fence;

  /**
   * @param fence is called last in each transaction
   */
  RestatementLog(Pool pool, Function<SqlConnection, Future<Void>> fence) {
    this.pool = pool;
    this.fence = fence;
  }

  /** Logs all there are. */
  Future<Void> write(Frozen frozen) {
    return DayFigureTable.changed(pool, frozen, 1)
        .compose(
            changed ->
                changed.isEmpty()
                    ? Future.succeededFuture()
                    : Repeat.until(() -> writeSome(frozen.appId())).mapEmpty());
  }

  /** Empty if there may be more. */
  private Future<Optional<Boolean>> writeSome(long appId) {
    return Transactions.run(
        pool,
        client ->
            FrozenDayTable.find(client, appId)
                .map(Optional::orElseThrow)
                .compose(frozen -> writeSome(client, frozen))
                .compose(done -> fence.apply(client).map(done)));
  }

  private static Future<Optional<Boolean>> writeSome(SqlConnection client, Frozen frozen) {
    return DayFigureTable.changed(client, frozen, ROWS)
        .compose(
            changed ->
                changed.isEmpty()
                    ? Future.succeededFuture(Optional.of(true))
                    : add(client, frozen, restatements(changed))
                        .compose(
                            added ->
                                DayFigureTable.show(
                                    client, frozen, changed.stream().map(Changed::shown).toList()))
                        .map(Optional.empty()));
  }

  private static List<Restatement> restatements(List<Changed> changed) {
    List<Restatement> restatements = new ArrayList<>();
    for (Changed one : changed) {
      FigureKey key = one.shown().key();
      Restatement restatement =
          new Restatement(
              one.shown(), key.shown(one.shown().value()), key.shown(one.current()), one.reason());
      // What is rounded may be the same.
      if (restatement.was().compareTo(restatement.is()) != 0) {
        restatements.add(restatement);
      }
    }
    return restatements;
  }

  private static Future<Void> add(
      SqlConnection client, Frozen frozen, List<Restatement> restatements) {
    return restatements.isEmpty()
        ? Future.succeededFuture()
        : RestatementTable.add(client, frozen, frozen.restatements(), restatements)
            .compose(
                added ->
                    FrozenDayTable.setRestatements(
                        client, frozen.appId(), frozen.restatements() + restatements.size()));
  }
}
