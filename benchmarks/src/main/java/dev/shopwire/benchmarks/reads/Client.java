package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.measure.Edge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Calls the service, one call after the other on one connection. */
final class Client {
  private static final Duration TIME = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Edge publicEdge;
  private final Edge consoleEdge;

  Client(Edge publicEdge, Edge consoleEdge) {
    this.publicEdge = publicEdge;
    this.consoleEdge = consoleEdge;
  }

  /** An answer, whatever it says. */
  record Answer(int status, String body, double millis) {
    boolean isOk() {
      return status == 200;
    }
  }

  Answer ask(Read read) {
    return get(read.console() ? consoleEdge : publicEdge, read.path());
  }

  /** Of the public API. */
  Answer get(String path) {
    return get(publicEdge, path);
  }

  private Answer get(Edge edge, String path) {
    return send(edge, HttpRequest.newBuilder(URI.create(edge.url() + path)));
  }

  /** Posts to the console. */
  Answer post(String path, String json) {
    return send(
        consoleEdge,
        HttpRequest.newBuilder(URI.create(consoleEdge.url() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private Answer send(Edge edge, HttpRequest.Builder request) {
    HttpRequest whole = request.header(edge.header(), edge.credential()).timeout(TIME).build();
    try {
      long start = System.nanoTime();
      HttpResponse<String> answer = http.send(whole, HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body(), (System.nanoTime() - start) / 1e6);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
