package dev.shopwire.sources.databases;

import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FairSlots;
import dev.shopwire.sources.databases.DatabaseLeases.Lease;
import dev.shopwire.sources.fence.DatabaseAddresses;
import dev.shopwire.sources.fence.DatabaseUri;
import dev.shopwire.sources.fence.FencedConnection;
import dev.shopwire.sources.fence.Limits;
import dev.shopwire.sources.proof.Certificate;
import dev.shopwire.sources.proof.Proof;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.function.Function;

/**
 * Connects to users' databases, for calls or for runs: a few at a time, each for one use. Not
 * thread-safe; use from one event loop.
 */
public final class DatabaseUses {
  /** How many uses a process makes at a time for calls; each may hold some MiB of rows. */
  private static final int SLOTS = 8;

  /** So that one workspace's slow databases leave some to others. */
  private static final int SLOTS_OF_A_WORKSPACE = 3;

  private static final Duration WAIT = Duration.ofSeconds(5);

  /**
   * How long a use may take.
   *
   * @param statement one statement, at most
   * @param total the whole use
   */
  public record Budget(Duration statement, Duration total) {
    /** So that a call ends in time. */
    public static final Budget CALLS = new Budget(Duration.ofSeconds(30), LinkedFieldContracts.USE);

    /** Statements have the limit of their database. */
    public static final Budget RUNS =
        new Budget(Duration.ofMillis(Limits.MAX_STATEMENT_MILLIS), Duration.ofHours(6));
  }

  private final Vertx vertx;
  private final Pool pool;
  private final Budget budget;
  private final DatabaseAddresses addresses;
  private final DatabaseSecrets secrets;
  private final DatabaseLeases leases;
  private final OwnDatabase own;
  private final FairSlots slots;

  public DatabaseUses(
      Vertx vertx, Pool pool, Budget budget, DatabaseAddresses addresses, DatabaseSecrets secrets) {
    this.vertx = vertx;
    this.pool = pool;
    this.budget = budget;
    this.addresses = addresses;
    this.secrets = secrets;
    this.leases = new DatabaseLeases(vertx, pool);
    this.own = new OwnDatabase(pool);
    this.slots =
        new FairSlots(
            vertx,
            SLOTS,
            SLOTS_OF_A_WORKSPACE,
            WAIT,
            () ->
                Failure.unavailable(
                    "databases_busy",
                    "Too many databases are being read at this moment, try again later",
                    WAIT));
  }

  /** Proves a database that isn't stored yet. */
  Future<Certificate> prove(long workspaceId, DatabaseUri uri, Limits limits) {
    return slots.run(workspaceId, () -> open(uri, limits, this::proveCompletely));
  }

  /** Proves a stored database again. */
  Future<Certificate> prove(LinkedDatabase database) {
    return use(database, this::proveCompletely);
  }

  private Future<Certificate> proveCompletely(FencedConnection connection, String name) {
    return own.refuse(connection).compose(other -> new Proof(connection, name).runWithLimits());
  }

  /**
   * Reads from a stored database after the proof was made again.
   *
   * @param work with a connection without a transaction
   * @return fails with a {@link dev.shopwire.sources.fence.SourceFailure} if the database does
   */
  public <T> Future<T> read(LinkedDatabase database, Function<FencedConnection, Future<T>> work) {
    return use(
        database,
        (connection, name) ->
            own.refuse(connection)
                .compose(other -> new Proof(connection, name).run())
                .compose(
                    proof ->
                        proof.admits(database.fields().acceptsWritable())
                            ? work.apply(connection)
                            : Future.failedFuture(proof.failure())));
  }

  @FunctionalInterface
  private interface Work<T> {
    Future<T> run(FencedConnection connection, String database);
  }

  private <T> Future<T> use(LinkedDatabase database, Work<T> work) {
    return slots.run(
        database.workspaceId(),
        () ->
            secrets
                .read(pool, database)
                .compose(text -> vertx.executeBlocking(() -> DatabaseUri.of(text), false))
                .compose(
                    uri ->
                        leases.use(
                            database.id(),
                            lease -> open(uri, database.fields().limits(), leased(lease, work)))));
  }

  /** Work that ends when the lease is lost. */
  private static <T> Work<T> leased(Lease lease, Work<T> work) {
    return (connection, name) -> {
      lease.onLoss(connection::abandon);
      return work.run(connection, name);
    };
  }

  private <T> Future<T> open(DatabaseUri uri, Limits limits, Work<T> work) {
    return FencedConnection.open(
            vertx, addresses, uri, limits.within(budget.statement()), budget.total())
        .compose(
            connection ->
                Future.<Void>succeededFuture()
                    .compose(opened -> work.run(connection, uri.database()))
                    .eventually(connection::close));
  }

  /** Reads addresses of hosts; for the checks of input. */
  DatabaseAddresses addresses() {
    return addresses;
  }

  public void close() {
    addresses.close();
  }
}
