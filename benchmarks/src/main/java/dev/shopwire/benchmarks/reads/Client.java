package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.measure.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Calls the service, one call at a time on one connection. */
final class Client {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Target publicTarget;
  private final Target consoleTarget;

  Client(Target publicTarget, Target consoleTarget) {
    this.publicTarget = publicTarget;
    this.consoleTarget = consoleTarget;
  }

  /** A response of any status. */
  record Response(int status, String body, double millis) {
    boolean isOk() {
      return status == 200;
    }
  }

  Response send(Read read) {
    return get(read.console() ? consoleTarget : publicTarget, read.path());
  }

  /** Sends a GET request to the public API. */
  Response get(String path) {
    return get(publicTarget, path);
  }

  private Response get(Target target, String path) {
    return send(target, HttpRequest.newBuilder(URI.create(target.url() + path)));
  }

  /** Posts to the console. */
  Response post(String path, String json) {
    return send(
        consoleTarget,
        HttpRequest.newBuilder(URI.create(consoleTarget.url() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private Response send(Target target, HttpRequest.Builder request) {
    HttpRequest complete =
        request.header(target.header(), target.credential()).timeout(TIMEOUT).build();
    try {
      long start = System.nanoTime();
      HttpResponse<String> response = http.send(complete, HttpResponse.BodyHandlers.ofString());
      return new Response(
          response.statusCode(), response.body(), (System.nanoTime() - start) / 1e6);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
