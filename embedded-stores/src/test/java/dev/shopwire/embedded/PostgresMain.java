package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A process that runs PostgreSQL until its standard input ends; it says {@code READY <pid of
 * PostgreSQL> <milliseconds>}, or {@code REFUSED <message>} and exits with 1.
 */
final class PostgresMain {
  private PostgresMain() {}

  public static void main(String[] arguments) throws IOException {
    try (DataDirectory data = DataDirectory.open(Path.of(arguments[0]))) {
      run(data);
    } catch (RuntimeException e) {
      say("REFUSED " + (e.getCause() == null ? e : e.getCause()));
      System.exit(1);
    }
  }

  private static void run(DataDirectory data) throws IOException {
    long began = System.nanoTime();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, PostgresMain::say)) {
      long millis = (System.nanoTime() - began) / 1_000_000;
      say("READY " + postgres.pid() + " " + millis);
      System.in.read();
    }
    say("CLOSED");
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
