package dev.shopwire.enrichment.linked;

import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.enrichment.fields.FieldLinks;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Writes the values of one run, with what follows from them, within the transaction of a
 * connection: in portions, so that no statement takes long. It locks no customer, so pushes of
 * other fields continue; pushes of these fields are ignored, so nothing else writes their values.
 * For one attempt; not thread-safe.
 */
final class RunWrite {
  private static final String BEGIN = "select begin_linked_apply($1, $2) as begun";
  private static final String HEAD =
      """
      select query_id, status, announces, read_at from linked_run_heads
      where workspace_id = $1 and id = $2
      """;
  private static final String PORTION_END =
      "select linked_portion_end($1, $2, $3, $4::int, $5) as last";
  private static final String WRITE =
      """
      select values_set, values_changed, values_unset, due
      from write_linked_values($1, $2, $3, $4, $5, $6, $7)
      """;
  private static final String END = "select end_linked_apply($1, $2, $3, $4, $5)";

  // The row of a run that is being written is locked, for minutes.
  private static final String WAIT_SHORTLY = "select set_config('lock_timeout', '1s', true)";
  private static final String WAIT = "select set_config('lock_timeout', '5s', true)";

  // Flows that start from the values do so after the commit: all flows wait for transactions in
  // which triggers note causes, and this one may take minutes.
  private static final String NOTE_NO_CAUSES = "select set_config('shopwire.quiet', 'on', true)";

  // Nor does a segment that the customer enters by a value start a flow, as flows follow each other
  // for a few changes only.
  private static final String START_NO_FLOW =
      "select set_config('shopwire.flow_chain', '1000', true)";

  private static final String ANNOUNCE =
      """
      select record_linked_run($1, $2, array(
        select field_id from custom_field_links where workspace_id = $1 and query_id = $3))
      """;

  private static final String BUSY = "run_applying";

  /** Values of one portion, and the bytes of their long values. */
  private static final int PORTION = 5_000;

  private static final long PORTION_BYTES = 4 << 20;

  private final SqlConnection connection;
  private final ApplyRequest run;
  private final BooleanSupplier isClosed;
  private final Promise<Void> written = Promise.promise();
  private long set;
  private long changed;
  private long unset;
  private long due;

  /**
   * @param isClosed whether the process stops
   */
  RunWrite(SqlConnection connection, ApplyRequest run, BooleanSupplier isClosed) {
    this.connection = connection;
    this.run = run;
    this.isClosed = isClosed;
  }

  /**
   * What came of it.
   *
   * @param status of the run once the transaction is committed
   * @param due how many deliveries are due then
   */
  record Outcome(String status, long due) {}

  /** What is written. */
  private record Head(long queryId, String status, boolean announces, OffsetDateTime readAt) {
    static Head read(Row row) {
      return new Head(
          row.getLong("query_id"),
          row.getString("status"),
          row.getBoolean("announces"),
          row.getOffsetDateTime("read_at"));
    }
  }

  /** Whether another process writes the run, or the fields of its query are just being changed. */
  static boolean isBusy(Throwable error) {
    return error instanceof Failure failure && failure.reason().equals(BUSY);
  }

  /** Writes the run if it is to be applied. */
  Future<Outcome> run() {
    return connection
        .query(WAIT_SHORTLY)
        .execute()
        .compose(set -> connection.preparedQuery(BEGIN).execute(key()))
        .recover(RunWrite::busy)
        .compose(
            rows ->
                head()
                    .compose(
                        head ->
                            rows.iterator().next().getBoolean("begun") && head.isPresent()
                                ? write(head.get())
                                : Future.succeededFuture(
                                    new Outcome(head.map(Head::status).orElse("unknown"), 0))));
  }

  private static <T> Future<T> busy(Throwable error) {
    return Future.failedFuture(
        PostgresFailures.isLockTimeout(error)
            ? Failure.of(Code.CONFLICT, BUSY, "The run is being written")
            : error);
  }

  private Tuple key() {
    return Tuple.of(run.workspaceId(), run.runId());
  }

  private Future<Optional<Head>> head() {
    return connection.preparedQuery(HEAD).execute(key()).map(rows -> Rows.first(rows, Head::read));
  }

  private Future<Outcome> write(Head head) {
    return FieldLinks.lockShared(connection, run.workspaceId(), head.queryId())
        .recover(RunWrite::busy)
        .compose(locked -> connection.query(WAIT).execute())
        .compose(set -> prepare(head))
        .compose(
            announces -> {
              next(head, announces, 0);
              return written.future();
            })
        .compose(done -> announce(head))
        .compose(
            done ->
                connection
                    .preparedQuery(END)
                    .execute(key().addLong(set).addLong(changed).addLong(unset)))
        .map(ended -> new Outcome("applied", due));
  }

  /** Returns whether there are messages to write. */
  private Future<Boolean> prepare(Head head) {
    return connection
        .query(NOTE_NO_CAUSES)
        .execute()
        .compose(
            set ->
                head.announces()
                    ? Outbox.hasSubscribers(
                        connection, run.workspaceId(), Topic.CUSTOM_FIELDS_UPDATED)
                    : connection.query(START_NO_FLOW).execute().map(false));
  }

  private Future<Void> announce(Head head) {
    return head.announces()
        ? connection.preparedQuery(ANNOUNCE).execute(key().addLong(head.queryId())).mapEmpty()
        : Future.succeededFuture();
  }

  /** Not by chained futures, which would all be kept until the last one. */
  private void next(Head head, boolean announces, long first) {
    if (isClosed.getAsBoolean()) {
      written.fail(Failure.unavailable("The process is shutting down"));
      return;
    }
    connection
        .preparedQuery(PORTION_END)
        .execute(key().addLong(first).addInteger(PORTION).addLong(PORTION_BYTES))
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong("last")))
        .compose(
            last ->
                last.isEmpty()
                    ? Future.succeededFuture(last)
                    : write(head, announces, first, last.get()).map(last))
        .onComplete(
            last -> {
              if (last.isEmpty()) {
                written.complete();
              } else {
                next(head, announces, last.get());
              }
            },
            written::fail);
  }

  private Future<Void> write(Head head, boolean announces, long first, long last) {
    return connection
        .preparedQuery(WRITE)
        .execute(
            key()
                .addLong(head.queryId())
                .addOffsetDateTime(head.readAt())
                .addLong(first)
                .addLong(last)
                .addBoolean(announces))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              set += row.getLong("values_set");
              changed += row.getLong("values_changed");
              unset += row.getLong("values_unset");
              due += row.getLong("due");
              return null;
            });
  }
}
