package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.tenancy.AdminTokenCheck;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.console.ConsoleVerticle;
import io.vertx.core.Future;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the console role. */
record ConsoleDeployment(ConsoleConfig config) implements RoleDeployment {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleDeployment.class);

  @Override
  public int connections() {
    return config.connections();
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(new Listener("console", config.host(), config.port()));
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    FailureLimit failedTokens = new FailureLimit(AdminTokenCheck.FAILURES_PER_MINUTE);
    LoadMetrics.bind("console", failedTokens, resources.registry());
    Optional<SecretKeys> keys = keys();
    return deployments.deploy(
        Stage.CONSOLE,
        () -> new ConsoleVerticle(config, keys, resources.stores(), failedTokens),
        1);
  }

  /** Without keys everything but TOTP works, as on a machine without a data directory. */
  private Optional<SecretKeys> keys() {
    try {
      return Optional.of(config.secrets().load());
    } catch (SettingException e) {
      LOG.warn("Users cannot set up TOTP: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
