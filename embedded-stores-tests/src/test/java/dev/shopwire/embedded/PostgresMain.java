package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A process that runs PostgreSQL until its standard input ends. It prints {@code READY <pid of
 * PostgreSQL> <milliseconds>}, or {@code REFUSED <message>} and exits with status 1.
 */
final class PostgresMain {
  private PostgresMain() {}

  public static void main(String[] arguments) throws IOException {
    try (DataDirectory data = DataDirectory.open(Path.of(arguments[0]))) {
      run(data);
    } catch (RuntimeException e) {
      print("REFUSED " + (e.getCause() == null ? e : e.getCause()));
      System.exit(1);
    }
  }

  private static void run(DataDirectory data) throws IOException {
    long start = System.nanoTime();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, PostgresMain::print)) {
      long millis = (System.nanoTime() - start) / 1_000_000;
      print("READY " + postgres.pid() + " " + millis);
      System.in.read();
    }
    print("CLOSED");
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
