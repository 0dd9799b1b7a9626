package dev.shopwire.benchmarks.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A user's session, which sends one request after the other.
 *
 * @param url the console's, without a path
 * @param cookie the header; empty for a caller who is not signed in
 */
record ConsoleSession(String url, String cookie) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** A response with the time it took. */
  record Answer(int status, String body, double millis) {
    JsonNode json() {
      try {
        return Json.MAPPER.readTree(body);
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static ConsoleSession of(String url, String email, String password) {
    HttpResponse<String> response = join(signIn(url, email, password));
    String cookie =
        response.headers().allValues("set-cookie").stream()
            .map(header -> header.split(";", 2)[0])
            .filter(pair -> pair.startsWith("__Host-shopwire="))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("not signed in: " + response.body()));
    return new ConsoleSession(url, cookie);
  }

  /** A caller who is not signed in. */
  static ConsoleSession none(String url) {
    return new ConsoleSession(url, "");
  }

  /** Starts to sign in. */
  static CompletableFuture<HttpResponse<String>> signIn(String url, String email, String password) {
    String body = json(Map.of("email", email, "password", password));
    return CLIENT.sendAsync(
        HttpRequest.newBuilder(URI.create(url + "/console/api/session"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String json(Map<String, String> members) {
    return Json.MAPPER.valueToTree(members).toString();
  }

  private static <T> T join(CompletableFuture<T> response) {
    return response.join();
  }

  /** For load generators. */
  Target target() {
    return new Target(url, "Cookie", cookie);
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  Answer get(String path) {
    try {
      long start = System.nanoTime();
      HttpResponse<String> response =
          CLIENT.send(request(path).timeout(TIMEOUT).build(), BodyHandlers.ofString());
      double millis = (System.nanoTime() - start) / 1e6;
      return new Answer(response.statusCode(), response.body(), millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws IllegalStateException if the status is not 200
   */
  Answer require(String path) {
    Answer answer = get(path);
    if (answer.status() != 200) {
      throw new IllegalStateException(path + ": " + answer);
    }
    return answer;
  }
}
