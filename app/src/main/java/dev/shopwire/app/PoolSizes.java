package dev.shopwire.app;

import dev.shopwire.analytics.AnalyticsConfig;
import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import dev.shopwire.webhook.WebhookConfig;
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
  private static final int REPLICA_PULSE = 3;

  static PoolSizes of(AppConfig app, RoleConfigs configs) {
    AnalyticsConfig analytics = configs.analytics();
    AttributionConfig attribution = configs.attribution();
    WebhookConfig webhook = configs.webhook();
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put("management", 1);
    boolean replica = app.postgres().replica().isPresent() && app.runs(Role.ANALYTICS);
    int reads = analytics.reads().lookups() + analytics.reads().scans();
    for (Role role : app.roles()) {
      int size =
          switch (role) {
            // One connection per instance writes; one per process creates partitions.
            case INGEST -> app.instances() * (configs.ingest().connections() + 1) + 1;
            case ANALYTICS ->
                analytics.instances() * analytics.connections()
                    + reads
                    + analytics.rollups().connections()
                    + (replica ? 1 : 0);
            case ENRICHMENT ->
                configs.enrichment().instances() * configs.enrichment().connections();
            case ATTRIBUTION ->
                attribution.instances() * attribution.connections()
                    + attribution.listing().map(listing -> listing.connections() + 1).orElse(0);
            case WEBHOOK ->
                webhook.connections()
                    + webhook.delivery().instances() * webhook.delivery().connections();
            case CONSOLE -> configs.console().connections();
          };
      sizes.put(role.word(), size);
    }
    return new PoolSizes(sizes, replica ? reads + REPLICA_PULSE : 0);
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
