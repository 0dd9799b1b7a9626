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

/** Which roles answer on the bus now, and how far the rotation of the webhooks' keys is. */
final class RoleStatus {
  private RoleStatus() {}

  static Future<?> ask(Vertx vertx) {
    List<Future<Role.Status>> asked =
        Arrays.stream(Role.values())
            .map(
                role ->
                    role.status()
                        .call(vertx, new Role.StatusRequest())
                        .otherwise(new Role.Status(role.word(), false)))
            .toList();
    Future<@Nullable SecretsStatus> secrets =
        WebhookContracts.SECRETS_STATUS.call(vertx, new SecretsStatusRequest()).otherwiseEmpty();
    return Future.join(asked)
        .compose(all -> secrets)
        .map(
            status -> {
              Map<String, @Nullable Object> answer = new LinkedHashMap<>();
              answer.put("roles", asked.stream().map(Future::result).toList());
              answer.put("webhookSecrets", status);
              return answer;
            });
  }
}
