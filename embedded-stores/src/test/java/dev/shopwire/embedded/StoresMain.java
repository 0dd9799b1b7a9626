package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A process that runs both stores until its standard input ends; it says {@code READY <pid of
 * PostgreSQL> <pid of Redis> <milliseconds>}, or {@code REFUSED <message>} and exits with 1.
 */
final class StoresMain {
  private StoresMain() {}

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
    CompletableFuture<EmbeddedRedis> redisStart =
        CompletableFuture.supplyAsync(() -> EmbeddedRedis.start(data, StoresMain::say));
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, StoresMain::say);
        EmbeddedRedis redis = redisStart.join()) {
      long millis = (System.nanoTime() - began) / 1_000_000;
      say("READY " + postgres.pid() + " " + redis.pid() + " " + millis);
      System.in.read();
    }
    say("CLOSED");
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
