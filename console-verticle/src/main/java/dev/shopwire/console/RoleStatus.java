package dev.shopwire.console;

import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.contracts.WebhookContracts.SecretsStatus;
import dev.shopwire.common.contracts.WebhookContracts.SecretsStatusRequest;
import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries which roles currently respond on the bus, and the progress of webhook key rotation. */
final class RoleStatus {
  private RoleStatus() {}

  static Future<?> query(Vertx vertx) {
    List<Future<Role.Status>> statuses =
        Arrays.stream(Role.values())
            .map(
                role ->
                    role.status()
                        .call(vertx, new Role.StatusRequest())
                        .otherwise(new Role.Status(role.id(), false)))
            .toList();
    Future<@Nullable SecretsStatus> secrets =
        WebhookContracts.SECRETS_STATUS.call(vertx, new SecretsStatusRequest()).otherwiseEmpty();
    return Future.join(statuses)
        .compose(all -> secrets)
        .map(
            secretsStatus -> {
              Map<String, @Nullable Object> response = new LinkedHashMap<>();
              response.put("roles", statuses.stream().map(Future::result).toList());
              response.put("webhookSecrets", secretsStatus);
              return response;
            });
  }
}
