package dev.shopwire.benchmarks.segments;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;

/** A PostgreSQL of the benchmark's own that leaves nothing behind, also if it is interrupted. */
final class Server implements AutoCloseable {
  private final Path directory = TemporaryFiles.directory("segments");
  private final DataDirectory data = DataDirectory.open(directory);
  private final EmbeddedPostgres postgres;
  private final Thread end = new Thread(this::end);

  Server() {
    // A vacuum of its own accord would fall into what is measured.
    StoreOptions options = StoreOptions.defaults().with("autovacuum", "off");
    postgres = EmbeddedPostgres.start(data, Output::progress, options);
    Runtime.getRuntime().addShutdownHook(end);
  }

  String uri() {
    return postgres.uri();
  }

  private void end() {
    postgres.close();
    data.close();
    TemporaryFiles.delete(directory);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(end);
    end();
  }
}
