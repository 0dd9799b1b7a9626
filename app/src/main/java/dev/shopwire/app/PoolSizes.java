package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The maximum number of connections that this process opens to PostgreSQL, by role: those of its
 * pools and of each event loop. docs/operators/postgresql.md has the same as a table.
 *
 * @param primary by role
 * @param replica of the analytics role, to the replica
 */
public record PoolSizes(Map<String, Integer> primary, int replica) {
  static PoolSizes of(AppConfig app, RoleConfigs configs) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put("management", 1);
    int replica = 0;
    for (Role role : app.roles()) {
      RoleDeployment deployment = RoleDeployment.of(role, app, configs);
      int exports = role == Role.INGEST ? 0 : app.exportConnections();
      sizes.put(role.id(), deployment.connections() + exports);
      replica += deployment.replicaConnections();
    }
    return new PoolSizes(sizes, replica);
  }

  /** The connections of a process with {@code settings}. */
  public static PoolSizes of(Settings settings) {
    return of(AppConfig.of(settings), RoleConfigs.of(settings));
  }

  /** All connections to the primary. */
  public int sum() {
    return primary.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return "PostgreSQL connections of this process: up to "
        + sum()
        + primary.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", ", " (", ")"))
        + (replica == 0 ? "" : "; to the replica up to " + replica);
  }
}
