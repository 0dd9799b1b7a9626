package dev.shopwire.console;

import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Which roles answer on the bus now. */
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
    return Future.join(asked)
        .map(all -> Map.of("roles", asked.stream().map(Future::result).toList()));
  }
}
