package dev.shopwire.benchmarks.fieldstorage;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;

/** A temporary PostgreSQL, deleted at the end even if the benchmark is interrupted. */
final class Server implements AutoCloseable {
  private final Path directory = TemporaryFiles.directory("segments");
  private final DataDirectory data = DataDirectory.open(DataTemplate.emptyPostgres(directory));
  private final EmbeddedPostgres postgres;
  private final Thread shutdownHook = new Thread(this::delete);

  Server() {
    // An automatic vacuum would distort the measurements.
    StoreOptions options = StoreOptions.defaults().with("autovacuum", "off");
    postgres = EmbeddedPostgres.start(data, Output::progress, options);
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  String uri() {
    return postgres.uri();
  }

  private void delete() {
    postgres.close();
    data.close();
    TemporaryFiles.delete(directory);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
    delete();
  }
}
