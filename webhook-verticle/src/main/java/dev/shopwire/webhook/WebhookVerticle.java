package dev.shopwire.webhook;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.WebhookCalls;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.role.Role;
import dev.shopwire.webhook.endpoints.EndpointCalls;
import dev.shopwire.webhook.secrets.SecretKeys;
import dev.shopwire.webhook.secrets.SecretVault;
import dev.shopwire.webhook.secrets.SigningSecrets;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Endpoints, signing and delivery; ready when the bus knows every address. */
public final class WebhookVerticle extends VerticleBase {
  private static final int CONNECTIONS = 4;

  private final WebhookConfig config;
  private final Postgres postgres;
  private Pool pool;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public WebhookVerticle(WebhookConfig config, Postgres postgres) {
    this.config = config;
    this.postgres = postgres;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, CONNECTIONS);
    return vertx
        .executeBlocking(() -> SecretKeys.load(config.secrets()))
        .compose(keys -> keys.check(pool).compose(checked -> serve(keys)));
  }

  private Future<?> serve(SecretKeys keys) {
    SigningSecrets secrets = new SigningSecrets(new SecretVault(keys));
    EndpointCalls endpoints =
        new EndpointCalls(vertx, pool, secrets, config.endpoints(), url -> Optional.empty());
    return Future.all(
        List.of(
            Role.WEBHOOK.serveStatus(vertx),
            serve(WebhookCalls.LIST_ENDPOINTS, endpoints::list),
            serve(WebhookCalls.CREATE_ENDPOINT, endpoints::create),
            serve(WebhookCalls.SHOW_ENDPOINT, endpoints::show),
            serve(WebhookCalls.CHANGE_ENDPOINT, endpoints::change),
            serve(WebhookCalls.DELETE_ENDPOINT, endpoints::delete),
            serve(WebhookCalls.ROTATE_SECRET, endpoints::rotateSecret),
            serve(WebhookCalls.RESUME, endpoints::resume)));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    return pool.close();
  }
}
