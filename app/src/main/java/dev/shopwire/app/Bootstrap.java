package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.common.tenancy.SetupToken;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates, once per database, what a first client needs: a workspace {@code demo} with an app
 * {@code demo-app}, its key, and the console's setup token. Uses one transaction, so that only one
 * of several processes starting at once creates it. While the setup token is unused, each later
 * start of a console replaces it: only its hash is stored, so it can't be shown again.
 */
final class Bootstrap {
  private static final String WORKSPACE = "demo";
  private static final String APP = "demo-app";
  private static final String KEY_NAME = "first key";

  private final Optional<ApiKey> chosenKey;
  private final boolean showsSetupToken;

  /**
   * @param showsSetupToken whether this process runs a console that is set up with a token
   */
  Bootstrap(Optional<String> chosenKey, boolean showsSetupToken) {
    this.chosenKey = chosenKey.map(ApiKey::chosen);
    this.showsSetupToken = showsSetupToken;
  }

  /**
   * Secrets that are shown only once.
   *
   * @param key of demo-app, if this start created it
   * @param setupToken if it is to be shown and has not been used
   */
  record Created(Optional<ApiKey> key, Optional<String> setupToken) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return "Made";
    }
  }

  /** The installation's id, and what this call created. */
  record Result(UUID installation, Created created) {}

  Future<Result> run(Vertx vertx, Postgres postgres) {
    return PgConnection.connect(vertx, postgres.options(SessionSettings.MAINTENANCE))
        .compose(connection -> inTransaction(connection).eventually(connection::close));
  }

  private Future<Result> inTransaction(PgConnection connection) {
    ApiKey key = chosenKey.orElseGet(ApiKey::generate);
    String setupToken = SetupToken.generate(Instant.now());
    Installation installation = new Installation(connection);
    return connection
        .begin()
        .compose(
            transaction ->
                installation
                    .create(UUID.randomUUID(), ApiKey.hash(setupToken))
                    .compose(
                        first ->
                            first
                                ? createDemo(connection, key).map(created(key, setupToken))
                                : addChosenKey(connection)
                                    .compose(done -> renew(installation, setupToken)))
                    .compose(
                        created ->
                            installation
                                .read()
                                .map(row -> new Result(row.orElseThrow().id(), created)))
                    .compose(result -> transaction.commit().map(result)));
  }

  private Created created(ApiKey key, String setupToken) {
    return new Created(Optional.of(key), Optional.of(setupToken).filter(token -> showsSetupToken));
  }

  private Future<Created> renew(Installation installation, String setupToken) {
    Future<Boolean> renewed =
        showsSetupToken
            ? installation.renewSetupToken(ApiKey.hash(setupToken))
            : Future.succeededFuture(false);
    return renewed.map(
        unused -> new Created(Optional.empty(), Optional.of(setupToken).filter(token -> unused)));
  }

  private static Future<String> createDemo(PgConnection connection, ApiKey key) {
    Workspaces workspaces = new Workspaces(connection);
    return workspaces
        .create(WORKSPACE)
        .compose(made -> workspaces.createApp(Long.parseLong(made.id()), APP, "Demo app"))
        .compose(app -> addKey(connection, Long.parseLong(app.orElseThrow().id()), key));
  }

  /** Makes a key configured after the first start work too; a revoked key stays revoked. */
  private Future<String> addChosenKey(PgConnection connection) {
    if (chosenKey.isEmpty()) {
      return Future.succeededFuture("");
    }
    return new Workspaces(connection)
        .firstApp(APP)
        .compose(
            app ->
                app.isEmpty()
                    ? Future.succeededFuture("")
                    : addKey(connection, app.get(), chosenKey.get()));
  }

  private static Future<String> addKey(PgConnection connection, long appId, ApiKey key) {
    return new ApiKeys(connection).create(appId, KEY_NAME, key, Optional.empty(), Optional.empty());
  }
}
