package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * What a process that runs a role does for it: one class per role. Everything else about the roles
 * of a process derives from these classes.
 */
interface RoleDeployment {

  static RoleDeployment of(Role role, AppConfig app, RoleConfigs configs) {
    return switch (role) {
      case INGEST -> new IngestDeployment(configs.ingest(), app.instances());
      case ANALYTICS -> new AnalyticsDeployment(configs.analytics(), app.postgres());
      case ENRICHMENT -> new EnrichmentDeployment(configs.enrichment());
      case ATTRIBUTION -> new AttributionDeployment(configs.attribution());
      case AUTOMATION -> new AutomationDeployment(configs.automation());
      case SOURCES -> new SourcesDeployment(configs.sources());
      case WEBHOOK -> new WebhookDeployment(configs.webhook());
      case CONSOLE -> new ConsoleDeployment(configs.console());
    };
  }

  /**
   * The maximum number of connections to PostgreSQL, those of its pools and event loops; not those
   * of complete lists, which every role but ingest serves.
   */
  int connections();

  /** The maximum number of connections to the read replica. */
  default int replicaConnections() {
    return 0;
  }

  /** Where it listens, if it does. */
  default Optional<Listener> listener() {
    return Optional.empty();
  }

  /** Deploys its verticles; completes when they are ready. */
  Future<?> deploy(Deployments deployments, Resources resources);

  /**
   * An address that the role listens on.
   *
   * @param settings what the names of its settings start with: {@code .host} and {@code .port}
   *     follow
   */
  record Listener(String settings, String host, int port) {}

  /** What the roles of a process share. */
  record Resources(SharedStores stores, MeterRegistry registry) {
    Postgres postgres() {
      return stores.postgres();
    }
  }
}
