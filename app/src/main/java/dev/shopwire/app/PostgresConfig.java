package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.Postgres;
import java.time.Duration;
import java.util.Optional;

/**
 * The PostgreSQL that this process uses.
 *
 * @param configured empty if PostgreSQL is embedded
 * @param replica a replica that reads may use
 * @param replicaLag how far the replica may be behind
 */
public record PostgresConfig(
    Optional<Postgres> configured, Optional<Postgres> replica, Duration replicaLag) {
  private static final String FORM = "postgresql://user:password@host:port/database?sslmode=…";

  static PostgresConfig of(Settings settings) {
    boolean prepared = settings.bool("postgres.prepared.statements", true);
    Optional<Postgres> direct = read(settings, "postgres.direct.uri", true, Optional.empty());
    Optional<Postgres> configured =
        read(settings, "postgres.uri", prepared, direct.map(Postgres::uri));
    Optional<Postgres> replica = read(settings, "postgres.replica.uri", prepared, Optional.empty());
    for (String key : new String[] {"postgres.direct.uri", "postgres.replica.uri"}) {
      if (configured.isEmpty() && settings.secret(key).isPresent()) {
        throw settings.invalidSecret(key, "no value, because postgres.uri isn't set");
      }
    }
    int lag = settings.integer("postgres.replica.lag.millis", 5_000, 1, 3_600_000);
    return new PostgresConfig(configured, replica, Duration.ofMillis(lag));
  }

  private static Optional<Postgres> read(
      Settings settings, String key, boolean prepared, Optional<String> direct) {
    return settings
        .secret(key)
        .map(
            uri -> {
              try {
                return new Postgres(uri, prepared, direct);
              } catch (IllegalArgumentException e) {
                throw settings.invalidSecret(key, FORM + "; " + e.getMessage());
              }
            });
  }
}
