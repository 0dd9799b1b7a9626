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
 * The distribution's PostgreSQL and Redis installed on this machine, with their defaults, for tests
 * with {@code -Dshopwire.stores=debian}. As an extension, it skips those tests if one of the two is
 * missing; with {@code -Dshopwire.stores=debian-or-embedded} they use embedded stores then.
 */
public final class InstalledStores implements ExecutionCondition {
  private static final Path REDIS = Path.of("/usr/bin/redis-server");

  /** Enough for the processes of a cluster and for the tests themselves. */
  private static final Map<String, String> SETTINGS = Map.of("max_connections", "400");

  /** Whether tests are to use these stores and not those that are embedded. */
  public static boolean areRequested() {
    return switch (System.getProperty("shopwire.stores", "")) {
      case "debian" -> true;
      case "debian-or-embedded" -> missing().isEmpty();
      default -> false;
    };
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
                + " is not installed by the distribution: tests that use it are skipped");
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> missing = areRequested() ? missing() : Optional.empty();
    return missing
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("the stores are available"));
  }

  static Stores start() {
    Path directory = TemporaryFiles.directory("installed");
    InstalledPostgres postgres = InstalledPostgres.create(directory, SETTINGS);
    RedisNode redis = RedisNode.launch(REDIS, FreePorts.next(), "", Map.of(), List.of());
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
