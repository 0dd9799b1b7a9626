package dev.shopwire.enrichment.identify;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import dev.shopwire.enrichment.identify.PushWrite.Outcome;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The results of pushes written in a transaction that is still open, with their messages.
 *
 * @param counts see {@link PushWrite}
 * @param due how many deliveries are due once it commits
 */
record UncommittedPushes(List<Optional<Counts>> counts, long due) {

  /** Writes the webhook messages of {@code pushes}; runs no statement if there are none. */
  static Future<UncommittedPushes> emit(
      SqlConnection connection, List<PlannedPush> pushes, List<Optional<Outcome>> outcomes) {
    List<Optional<Counts>> counts = new ArrayList<>(pushes.size());
    List<Change> changes = new ArrayList<>(0);
    for (int i = 0; i < pushes.size(); i++) {
      PlannedPush push = pushes.get(i);
      counts.add(outcomes.get(i).map(Outcome::counts));
      outcomes
          .get(i)
          .flatMap(Outcome::change)
          .ifPresent(change -> changes.addAll(change.toChanges(push)));
    }
    return Outbox.emit(connection, changes).map(due -> new UncommittedPushes(counts, due));
  }
}
