package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.common.tenancy.SetupToken;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.account.SetupTokens;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates, once per database, what a first client needs: a workspace {@code demo} with an app
 * {@code demo-app}, and its key. Uses one transaction, so that only one of several processes
 * starting at once creates it. While the console has no user, each start of a console also creates
 * a setup token: only its hash is stored, so an earlier one can't be shown again. The last one can
 * also be exchanged for the admin token, once.
 */
final class Bootstrap {
  private static final String WORKSPACE = "demo";
  private static final String APP = "demo-app";
  private static final String KEY_NAME = "first key";

  private final Optional<ApiKey> chosenKey;
  private final boolean runsConsole;

  /**
   * @param runsConsole whether this process runs the console
   */
  Bootstrap(Optional<String> chosenKey, boolean runsConsole) {
    this.chosenKey = chosenKey.map(ApiKey::chosen);
    this.runsConsole = runsConsole;
  }

  /**
   * Secrets that are shown only once.
   *
   * @param key of demo-app, if this start created it
   * @param setupToken if this process runs the console, which has no user
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
                                ? createDemo(connection, key).map(Optional.of(key))
                                : addChosenKey(connection).map(Optional.<ApiKey>empty()))
                    .compose(
                        created ->
                            addSetupToken(connection, installation, setupToken)
                                .map(token -> new Created(created, token)))
                    .compose(
                        created ->
                            installation
                                .read()
                                .map(row -> new Result(row.orElseThrow().id(), created)))
                    .compose(result -> transaction.commit().map(result)));
  }

  /** The token, if there is no user who could make it useless. */
  private Future<Optional<String>> addSetupToken(
      PgConnection connection, Installation installation, String token) {
    if (!runsConsole) {
      return Future.succeededFuture(Optional.empty());
    }
    return SetupTokens.add(connection, token)
        .compose(
            added ->
                added
                    ? installation.renewSetupToken(ApiKey.hash(token)).map(Optional.of(token))
                    : Future.succeededFuture(Optional.<String>empty()));
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
