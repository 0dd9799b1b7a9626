package dev.shopwire.ingest.events;

import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.ingest.events.GroupedEvent.Status;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one group in one transaction. If PostgreSQL rejects a group because of its data, the group
 * is halved until the offending event is alone, so that one bad event never affects the others even
 * if validation missed it. Not thread-safe; use from one event loop.
 */
final class GroupWrite {
  private final SqlConnection connection;
  private final CustomerIds customers;

  GroupWrite(SqlConnection connection, CustomerIds customers) {
    this.connection = connection;
    this.customers = customers;
  }

  /**
   * Completes when every event has its status and all accepted events are committed.
   *
   * @return whether any webhook endpoint subscribes to usage events of these workspaces
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
    return writeDistinct(distinct).onSuccess(done -> settleRepeated(distinct, repeated));
  }

  /** If an id occurs several times in a group, its first event counts; others are duplicates. */
  private static void settleRepeated(List<GroupedEvent> distinct, List<GroupedEvent> repeated) {
    if (repeated.isEmpty()) {
      return;
    }
    int at = 0;
    for (GroupedEvent event : repeated) {
      while (!distinct.get(at).isSameAs(event)) {
        at++;
      }
      Status first = distinct.get(at).status;
      event.status = first == Status.ACCEPTED ? Status.DUPLICATE : first;
    }
  }

  private Future<Boolean> writeDistinct(List<GroupedEvent> group) {
    return tryWrite(group)
        .recover(
            error -> {
              if (PostgresFailures.isMissingPartition(error)) {
                return UsageEventPartitions.ensure(connection).compose(done -> tryWrite(group));
              }
              return PostgresFailures.isConflict(error)
                  ? tryWrite(group)
                  : Future.failedFuture(error);
            })
        .recover(
            error ->
                PostgresFailures.isDataError(error) ? split(group) : Future.failedFuture(error));
  }

  private Future<Boolean> split(List<GroupedEvent> group) {
    if (group.size() == 1) {
      group.get(0).status = Status.NOT_STORABLE;
      return Future.succeededFuture(false);
    }
    int half = group.size() / 2;
    return writeDistinct(group.subList(0, half))
        .compose(
            wanted -> writeDistinct(group.subList(half, group.size())).map(more -> wanted || more));
  }

  private Future<Boolean> tryWrite(List<GroupedEvent> group) {
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
                        resolved ->
                            insertKnown(group)
                                .compose(wanted -> transaction.commit().map(wanted))
                                .onSuccess(done -> customers.remember(resolved)))
                    .recover(
                        error ->
                            transaction.rollback().transform(done -> Future.failedFuture(error))));
  }

  private Future<Boolean> insertKnown(List<GroupedEvent> group) {
    List<GroupedEvent> known =
        group.stream().filter(event -> event.status == Status.UNDECIDED).toList();
    return known.isEmpty() ? Future.succeededFuture(false) : UsageEvents.insert(connection, known);
  }
}
