package dev.shopwire.benchmarks.layout;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.TemporaryFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Tests that the comparison of layouts runs; at this size its results mean nothing. */
class LayoutBenchmarkIT {
  @Test
  void aShortRunPrintsItsResults() throws IOException {
    Path directory = TemporaryFiles.directory("layout");
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    StoreOptions options = StoreOptions.defaults().with("autovacuum", "off");
    try (DataDirectory data = DataDirectory.open(DataTemplate.emptyPostgres(directory));
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {}, options)) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      LayoutBenchmark.main(
          new String[] {superuser(directory, postgres), "SW", "10000", "1", "1", "V4,RETENTION"});
    } finally {
      System.setOut(console);
      TemporaryFiles.delete(directory);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("Size in MiB, 10000 events"), text);
    assertTrue(text.contains("V4, groups of 1000"), text);
    assertTrue(text.contains("Retention of the oldest month"), text);
  }

  private static String superuser(Path directory, EmbeddedPostgres postgres) throws IOException {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve("postgres.secret"))) {
      secrets.load(reader);
    }
    return "postgresql://postgres:%s@127.0.0.1:%d/shopwire"
        .formatted(secrets.getProperty("postgres"), postgres.port());
  }
}
