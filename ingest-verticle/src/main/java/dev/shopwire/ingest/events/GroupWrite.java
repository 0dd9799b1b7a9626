package dev.shopwire.ingest.events;

import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.ingest.events.GroupedEvent.Fate;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one group in one transaction. A group that PostgreSQL refuses for what it holds is split
 * in halves until the event at fault stands alone, so that one bad event never costs the others,
 * not even when our own checks missed it. For one event loop.
 */
final class GroupWrite {
  private final SqlConnection connection;
  private final CustomerIds customers;

  GroupWrite(SqlConnection connection, CustomerIds customers) {
    this.connection = connection;
    this.customers = customers;
  }

  /**
   * Done when all of {@code events} have their fate and what was to be stored is committed.
   *
   * @return whether webhooks may be due now
   */
  Future<Boolean> write(List<GroupedEvent> events) {
    List<GroupedEvent> sorted = new ArrayList<>(events);
    sorted.sort(GroupedEvent.WRITE_ORDER);
    List<GroupedEvent> distinct = new ArrayList<>(sorted.size());
    List<GroupedEvent> repeated = new ArrayList<>(0);
    for (GroupedEvent event : sorted) {
      boolean again = !distinct.isEmpty() && distinct.get(distinct.size() - 1).isSameAs(event);
      (again ? repeated : distinct).add(event);
    }
    return writeDistinct(distinct).onSuccess(done -> decideRepeated(distinct, repeated));
  }

  /** An id that comes twice in a group is decided by its first event; the others are duplicates. */
  private static void decideRepeated(List<GroupedEvent> distinct, List<GroupedEvent> repeated) {
    if (repeated.isEmpty()) {
      return;
    }
    int at = 0;
    for (GroupedEvent event : repeated) {
      while (!distinct.get(at).isSameAs(event)) {
        at++;
      }
      Fate first = distinct.get(at).fate;
      event.fate = first == Fate.ACCEPTED ? Fate.DUPLICATE : first;
    }
  }

  private Future<Boolean> writeDistinct(List<GroupedEvent> group) {
    return attempt(group)
        .recover(
            error -> {
              if (PostgresFailures.isMissingPartition(error)) {
                return UsageEventPartitions.ensure(connection).compose(done -> attempt(group));
              }
              return PostgresFailures.isConflict(error)
                  ? attempt(group)
                  : Future.failedFuture(error);
            })
        .recover(
            error -> PostgresFailures.isRefusal(error) ? split(group) : Future.failedFuture(error));
  }

  private Future<Boolean> split(List<GroupedEvent> group) {
    if (group.size() == 1) {
      group.get(0).fate = Fate.NOT_STORABLE;
      return Future.succeededFuture(false);
    }
    int half = group.size() / 2;
    return writeDistinct(group.subList(0, half))
        .compose(
            wanted -> writeDistinct(group.subList(half, group.size())).map(more -> wanted || more));
  }

  private Future<Boolean> attempt(List<GroupedEvent> group) {
    return customers.resolveFromMemory(group)
        ? UsageEvents.insert(connection, group)
        : registerAndInsert(group);
  }

  private Future<Boolean> registerAndInsert(List<GroupedEvent> group) {
    return connection
        .begin()
        .compose(
            transaction ->
                customers
                    .resolve(connection, group)
                    .compose(
                        learned ->
                            insertKnown(group)
                                .compose(wanted -> transaction.commit().map(wanted))
                                .onSuccess(done -> customers.learn(learned)))
                    .recover(
                        error ->
                            transaction.rollback().transform(done -> Future.failedFuture(error))));
  }

  private Future<Boolean> insertKnown(List<GroupedEvent> group) {
    List<GroupedEvent> known =
        group.stream().filter(event -> event.fate == Fate.UNDECIDED).toList();
    return known.isEmpty() ? Future.succeededFuture(false) : UsageEvents.insert(connection, known);
  }
}
