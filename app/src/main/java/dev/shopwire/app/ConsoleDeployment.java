package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.tenancy.AdminTokenCheck;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.console.ConsoleVerticle;
import io.vertx.core.Future;
import java.util.Optional;

/** Runs the console role. */
record ConsoleDeployment(ConsoleConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.connections() + ExportServer.CONNECTIONS;
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(new Listener("console", config.host(), config.port()));
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    FailureLimit failedTokens = new FailureLimit(AdminTokenCheck.FAILURES_PER_MINUTE);
    LoadMetrics.bind("console", failedTokens, resources.registry());
    SecretKeys keys = config.secrets().load();
    return deployments.deploy(
        Stage.CONSOLE,
        () -> new ConsoleVerticle(config, keys, resources.stores(), failedTokens),
        1);
  }
}
