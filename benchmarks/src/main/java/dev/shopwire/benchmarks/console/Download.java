package dev.shopwire.benchmarks.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Downloads a complete list and counts its rows.
 *
 * @param rows read
 * @param announced the number in the response's head
 * @param seconds from the request to the last row
 */
record Download(long rows, long announced, double seconds) {
  private static final int BUFFER = 1 << 16;

  /** A list as a file, with a client of its own: a stalled one must not affect others. */
  private static HttpResponse<InputStream> open(ConsoleSession session, String path) {
    try {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      HttpResponse<InputStream> response =
          client.send(session.request(path).build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        String body = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        throw new IllegalStateException(path + ": " + response.statusCode() + " " + body);
      }
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Reads all of it. */
  static Download of(ConsoleSession session, String path) {
    return of(session, path, () -> false);
  }

  /**
   * Reads it until {@code isEnough}.
   *
   * @param path with a format
   */
  static Download of(ConsoleSession session, String path, BooleanSupplier isEnough) {
    long start = System.nanoTime();
    HttpResponse<InputStream> response = open(session, path);
    long announced = response.headers().firstValueAsLong("x-total-count").orElse(-1);
    boolean hasHead = path.contains("format=csv");
    long lines = 0;
    try (InputStream in = response.body()) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
        if (isEnough.getAsBoolean()) {
          break;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Download(hasHead ? lines - 1 : lines, announced, (System.nanoTime() - start) / 1e9);
  }

  /** Does {@code work} while a reader has begun with the file and reads nothing more. */
  static <T> T besideStalled(ConsoleSession session, String path, Supplier<T> work) {
    InputStream in = open(session, path).body();
    try {
      if (in.read() < 0) {
        throw new IllegalStateException("the file is empty: " + path);
      }
      return work.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      close(in);
    }
  }

  private static void close(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isComplete() {
    return rows == announced;
  }

  double perSecond() {
    return rows / seconds;
  }
}
