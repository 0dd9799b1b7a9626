package dev.shopwire.app.support;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.FreshData;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.redis.SingleRedis;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A PostgreSQL with a schema and no data, and a Redis, that belong to one test, which may stop,
 * freeze and kill them, with a directory for the processes that use them. Methods block.
 */
public final class OwnStores implements AutoCloseable {
  private final Path directory;
  private final StoreOptions options;
  private final DataDirectory data;
  private EmbeddedPostgres postgres;
  private final SingleRedis redis;

  public OwnStores(String purpose) {
    this(purpose, StoreOptions.defaults());
  }

  /**
   * @param options of PostgreSQL
   */
  public OwnStores(String purpose, StoreOptions options) {
    this(TemporaryFiles.directory(purpose), options, OwnStores::migrated);
  }

  private OwnStores(Path directory, StoreOptions options, UnaryOperator<Path> createData) {
    this.directory = directory;
    this.options = options;
    this.data = DataDirectory.open(createData.apply(directory.resolve("stores")));
    this.postgres = EmbeddedPostgres.start(data, line -> {}, options);
    this.redis = new SingleRedis();
  }

  /** Stores without a schema. */
  public static OwnStores empty(String purpose) {
    return new OwnStores(
        TemporaryFiles.directory(purpose), StoreOptions.defaults(), DataTemplate::emptyPostgres);
  }

  private static Path migrated(Path stores) {
    return FreshData.copy(stores).resolve(FreshData.DATA);
  }

  /** Deleted by {@link #close}. */
  public Path directory() {
    return directory;
  }

  /** Another one after {@link #startPostgres}. */
  public EmbeddedPostgres postgres() {
    return postgres;
  }

  /** Starts PostgreSQL after it was stopped, with the same URI. */
  public void startPostgres() {
    postgres = EmbeddedPostgres.start(data, line -> {}, options.withPort(postgres.port()));
  }

  public SingleRedis redis() {
    return redis;
  }

  public Sql sql() {
    return new Sql(postgres.uri());
  }

  /**
   * The environment of a process on these stores.
   *
   * @param more further settings, which take precedence
   */
  public Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_POSTGRES_URI", postgres.uri(),
                "SHOPWIRE_REDIS_URI", redis.uri(),
                "SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN));
    settings.putAll(more);
    return settings;
  }

  /** Starts a process in the directory; the caller closes it before the stores. */
  public ServiceProcess startService(Map<String, String> more) {
    return ServiceProcess.start(directory, settings(more));
  }

  @Override
  public void close() {
    redis.close();
    postgres.close();
    data.close();
    TemporaryFiles.delete(directory);
  }
}
