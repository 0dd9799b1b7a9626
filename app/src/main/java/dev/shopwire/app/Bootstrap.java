package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes, once per database, what a first caller needs: a workspace {@code demo} with an app {@code
 * demo-app}, its key, and the console's set-up token. One transaction, so that of many processes
 * that start at once one makes it.
 */
final class Bootstrap {
  private static final String WORKSPACE = "demo";
  private static final String APP = "demo-app";
  private static final String KEY_NAME = "first key";
  private static final int SETUP_TOKEN_LENGTH = 32;

  private final Optional<ApiKey> chosenKey;

  Bootstrap(Optional<String> chosenKey) {
    this.chosenKey = chosenKey.map(ApiKey::chosen);
  }

  /** Secrets that are told this once. */
  record Made(ApiKey key, String setupToken) {
    /** Not the secrets. */
    @Override
    public String toString() {
      return "Made";
    }
  }

  /** The installation's id, and what was made if this call made it. */
  record Result(UUID installation, Optional<Made> made) {}

  Future<Result> run(Vertx vertx, Postgres postgres) {
    return PgConnection.connect(vertx, postgres.options(SessionSettings.MAINTENANCE))
        .compose(connection -> inTransaction(connection).eventually(connection::close));
  }

  private Future<Result> inTransaction(PgConnection connection) {
    ApiKey key = chosenKey.orElseGet(ApiKey::generate);
    String setupToken = ApiKey.random(SETUP_TOKEN_LENGTH);
    Installation installation = new Installation(connection);
    return connection
        .begin()
        .compose(
            transaction ->
                installation
                    .create(UUID.randomUUID(), ApiKey.hash(setupToken))
                    .compose(first -> first ? makeDemo(connection, key) : addChosenKey(connection))
                    .compose(
                        first ->
                            installation
                                .read()
                                .map(
                                    row ->
                                        new Result(
                                            row.orElseThrow().id(),
                                            first
                                                ? Optional.of(new Made(key, setupToken))
                                                : Optional.empty())))
                    .compose(result -> transaction.commit().map(result)));
  }

  private static Future<Boolean> makeDemo(PgConnection connection, ApiKey key) {
    Workspaces workspaces = new Workspaces(connection);
    return workspaces
        .create(WORKSPACE)
        .compose(made -> workspaces.createApp(Integer.parseInt(made.id()), APP, "Demo app"))
        .compose(app -> addKey(connection, Integer.parseInt(app.orElseThrow().id()), key))
        .map(true);
  }

  /** The configured key works after the first start too; one that was revoked stays revoked. */
  private Future<Boolean> addChosenKey(PgConnection connection) {
    if (chosenKey.isEmpty()) {
      return Future.succeededFuture(false);
    }
    return connection
        .preparedQuery("select id from apps where slug = $1 order by id limit 1")
        .execute(io.vertx.sqlclient.Tuple.of(APP))
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture("")
                    : addKey(connection, rows.iterator().next().getInteger("id"), chosenKey.get()))
        .map(false);
  }

  private static Future<String> addKey(PgConnection connection, int appId, ApiKey key) {
    return new ApiKeys(connection).create(appId, KEY_NAME, key, Optional.empty(), Optional.empty());
  }
}
