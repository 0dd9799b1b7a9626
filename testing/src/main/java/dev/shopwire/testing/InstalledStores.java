package dev.shopwire.testing;

import dev.shopwire.testing.redis.RedisNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The PostgreSQL and the Redis that a distribution has installed on this machine, with their
 * defaults: what tests use with {@code -Dshopwire.stores=debian}. As an extension it skips them
 * where one of the two is missing.
 */
public final class InstalledStores implements ExecutionCondition {
  private static final Path REDIS = Path.of("/usr/bin/redis-server");

  /** As many as the processes of a cluster may open, and a few tests' own. */
  private static final Map<String, String> SETTINGS = Map.of("max_connections", "400");

  static boolean areWanted() {
    return System.getProperty("shopwire.stores", "").equals("debian");
  }

  private static Optional<String> missing() {
    List<String> missing =
        Stream.of(
                InstalledPostgres.programs().isPresent() ? "" : "PostgreSQL",
                Files.isExecutable(REDIS) ? "" : "Redis")
            .filter(name -> !name.isEmpty())
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(" and ", missing)
                + " of the distribution is not installed: tests on its stores are skipped");
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> missing = areWanted() ? missing() : Optional.empty();
    return missing
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("the stores can be had"));
  }

  static Stores start() {
    Path directory = TemporaryFiles.directory("installed");
    InstalledPostgres postgres = InstalledPostgres.create(directory, SETTINGS);
    RedisNode redis = RedisNode.launch(REDIS, ServiceProcess.freePort(), "", Map.of(), List.of());
    redis.awaitReady();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  redis.close();
                  postgres.close();
                  TemporaryFiles.delete(directory);
                }));
    return Stores.withServer(postgres.uri(), "redis://127.0.0.1:" + redis.port());
  }
}
