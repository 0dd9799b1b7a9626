package dev.shopwire.attribution.installs;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.query.NumericId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of an install source, and the app whose installs it has.
 *
 * @param query the operator's SELECT, without a semicolon at its end
 * @param app slug of the app whose installs the source has
 * @param interval from the end of a run to the start of the next
 * @param overlap how far before the newest event each run starts, for rows that arrive late
 * @param params names of URL parameters that may hold a code, in order of precedence
 * @param statementTime time limit of one statement on the source
 * @param pageRows rows per fetch
 * @param connections connections to Shopwire's own PostgreSQL, besides the lease's
 */
public record InstallSourceConfig(
    Postgres source,
    String query,
    long workspaceId,
    String app,
    Columns columns,
    Duration interval,
    Duration overlap,
    List<String> params,
    Duration statementTime,
    int pageRows,
    int connections) {
  private static final int SECOND = 1_000;
  private static final int HOUR = 3_600 * SECOND;

  /** Names of the query's columns, exactly as the source spells them. */
  public record Columns(String key, String time, String shop, String url) {}

  /** Empty unless {@code listing.uri} is set. */
  public static Optional<InstallSourceConfig> of(Settings settings) {
    Optional<Postgres> source = source(settings);
    boolean on = source.isPresent();
    String query = required(settings, "listing.query", on);
    long workspace = workspace(settings, on);
    String app = required(settings, "listing.app", on);
    Columns columns =
        new Columns(
            required(settings, "listing.key.column", on),
            required(settings, "listing.time.column", on),
            required(settings, "listing.shop.column", on),
            required(settings, "listing.url.column", on));
    int interval = settings.integer("listing.interval.millis", 300 * SECOND, SECOND, 24 * HOUR);
    int overlap = settings.integer("listing.overlap.millis", 48 * HOUR, 0, Integer.MAX_VALUE);
    List<String> params = params(settings);
    int statement = settings.integer("listing.statement.millis", 30 * SECOND, 100, HOUR);
    int pageRows = settings.integer("listing.page.rows", 1_000, 1, 10_000);
    int connections = settings.integer("listing.connections", 2, 1, 100);
    return source.map(
        postgres ->
            new InstallSourceConfig(
                postgres,
                query.replaceFirst("[;\\s]+$", ""),
                workspace,
                app,
                columns,
                Duration.ofMillis(interval),
                Duration.ofMillis(overlap),
                params,
                Duration.ofMillis(statement),
                pageRows,
                connections));
  }

  private static Optional<Postgres> source(Settings settings) {
    return settings
        .secret("listing.uri")
        .map(
            uri -> {
              try {
                return new Postgres(uri);
              } catch (IllegalArgumentException e) {
                throw settings.invalidSecret(
                    "listing.uri",
                    "postgresql://user:password@host:port/database?sslmode=…; " + e.getMessage());
              }
            });
  }

  private static String required(Settings settings, String key, boolean on) {
    String value = settings.text(key, "");
    if (on && value.isEmpty()) {
      throw settings.invalid(key, "a value, because listing.uri is set", value);
    }
    return value;
  }

  private static long workspace(Settings settings, boolean on) {
    String value = required(settings, "listing.workspace", on);
    long id = NumericId.parse(value).orElse(0L);
    if (on && id == 0) {
      throw settings.invalid("listing.workspace", "the id of a workspace", value);
    }
    return id;
  }

  private static List<String> params(Settings settings) {
    String value = settings.text("listing.params", "mref");
    List<String> names = Arrays.stream(value.split(",", -1)).map(String::trim).distinct().toList();
    if (names.contains("")) {
      throw settings.invalid("listing.params", "names of URL parameters", value);
    }
    return names;
  }

  /** Without the URI's password and the query. */
  @Override
  public String toString() {
    return "InstallSourceConfig[" + source + "]";
  }
}
