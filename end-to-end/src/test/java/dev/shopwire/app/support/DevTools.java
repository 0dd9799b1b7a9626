package dev.shopwire.app.support;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs headless Chromium and talks to a page of it in the DevTools protocol, whose scripts the
 * page's content security policy does not stop. For one thread.
 */
public final class DevTools implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Path profile = TemporaryFiles.directory("devtools");
  private final Process browser;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();

  /** Skips the calling test if no browser is installed. */
  public DevTools() {
    try {
      browser =
          Chromium.start(
              profile,
              "about:blank",
              List.of("--remote-debugging-port=0", "--disable-features=HttpsUpgrades"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    socket = connect();
  }

  private WebSocket connect() {
    Path portFile = profile.resolve("DevToolsActivePort");
    Poll.until(TIMEOUT, () -> "the browser's port", () -> !lines(portFile).isEmpty());
    Http http = new Http("http://127.0.0.1:" + lines(portFile).get(0));
    Poll.until(TIMEOUT, () -> "the browser's page", () -> !pageUrl(http).isEmpty());
    return HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(URI.create(pageUrl(http)), new Replies())
        .join();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String pageUrl(Http http) {
    for (JsonNode target : http.send("GET", "/json/list", Map.of(), new byte[0]).json()) {
      if (target.path("type").asText().equals("page")) {
        return target.path("webSocketDebuggerUrl").asText();
      }
    }
    return "";
  }

  /** Completes the calls that replies belong to. */
  private final class Replies implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        complete(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void complete(String message) {
      try {
        JsonNode reply = Json.MAPPER.readTree(message);
        CompletableFuture<JsonNode> call = calls.remove(reply.path("id").asInt());
        if (call != null) {
          call.complete(reply);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Calls a method of the protocol and returns its result. */
  public JsonNode call(String method, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> reply = new CompletableFuture<>();
    calls.put(id, reply);
    JsonNode message =
        Json.MAPPER.valueToTree(Map.of("id", id, "method", method, "params", parameters));
    socket.sendText(message.toString(), true).join();
    try {
      JsonNode answer = reply.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (answer.has("error")) {
        throw new AssertionError(method + ": " + answer);
      }
      return answer.path("result");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(method, e);
    }
  }

  /**
   * Evaluates an expression, a promise too, and returns its value.
   *
   * @throws AssertionError if it throws
   */
  public JsonNode evaluate(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(result.toString());
    }
    return result.at("/result/value");
  }

  @Override
  public void close() {
    socket.abort();
    // Its processes for the network and the pages write to the profile, too.
    List<ProcessHandle> processes =
        Stream.concat(Stream.of(browser.toHandle()), browser.descendants()).toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    try {
      for (ProcessHandle process : processes) {
        process.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    } finally {
      TemporaryFiles.delete(profile);
    }
  }
}
