package dev.shopwire.app.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.shopwire.app.support.Chromium;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Drives one browser tab from page to page. A page reports its result and then requests the next
 * URL, so everything happens in real time and in one profile. Every host that ends in {@code .test}
 * is this machine.
 */
final class BrowserTab implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private static final String WALK =
      """
      async function walk(result) {
        await fetch('/report', {method: 'POST', body: JSON.stringify(result)});
        let next = '';
        while (!next) next = await (await fetch('/next')).text();
        location.replace(next);
      }
      """;
  // A framed page posts its result to its parent, which may be of another origin.
  private static final String PAGE =
      """
      <!doctype html><meta charset="utf-8"><title>A page</title>
      <script>
      const errors = [];
      addEventListener('error', (event) => errors.push(String(event.message)));
      addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
      const realFetch = fetch;
      %s
      </script>
      %s
      <body><script>
      %s
      addEventListener('load', async () => {
        let value;
        try {
          value = await (async () => { %s })();
        } catch (error) {
          errors.push(String(error));
        }
        window.fetch = realFetch;
        if (parent === window) walk({errors, value});
        else parent.postMessage(value, '*');
      });
      </script></body>
      """;

  private final Path profile;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final BlockingQueue<String> next = new ArrayBlockingQueue<>(1);
  private final BlockingQueue<String> reports = new ArrayBlockingQueue<>(1);
  private final Process browser;
  private int count;

  /**
   * @param profile the browser's data directory; a later tab may reuse it
   */
  BrowserTab(Path profile) throws IOException {
    this.profile = profile;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/", exchange -> respond(exchange, pages.getOrDefault(path(exchange), "")));
    server.createContext("/next", exchange -> respond(exchange, poll(next)));
    server.createContext(
        "/report",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          reports.offer(body);
          respond(exchange, "");
        });
    server.start();
    pages.put("/start", "<!doctype html><script>" + WALK + "walk(null)</script>");
    browser =
        Chromium.start(
            profile,
            "http://start.test:" + server.getAddress().getPort() + "/start",
            List.of(
                "--host-resolver-rules=MAP *.test 127.0.0.1",
                "--disable-features=HttpsUpgrades",
                "--remote-debugging-port=0"));
    report("browser start");
  }

  private static String path(HttpExchange exchange) {
    return exchange.getRequestURI().getPath();
  }

  private static String poll(BlockingQueue<String> queue) {
    try {
      String element = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return element == null ? "" : element;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static void respond(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().add("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /**
   * Adds a page and returns its path.
   *
   * @param before a script that runs first
   * @param markup the markup under test
   * @param after the body of an asynchronous function that runs after loading; its result is
   *     reported
   */
  String page(String before, String markup, String after) {
    String path = "/page/" + ++count;
    pages.put(path, PAGE.formatted(before, markup, WALK, after));
    return path;
  }

  /**
   * Opens the page and returns what it reports.
   *
   * @throws AssertionError if a script on the page threw an error
   */
  JsonNode visit(String host, String pathAndQuery) {
    next.add("http://" + host + ":" + server.getAddress().getPort() + pathAndQuery);
    JsonNode report = report(host + pathAndQuery);
    if (!report.path("errors").isEmpty()) {
      throw new AssertionError("errors on the page: " + report);
    }
    return report.path("value");
  }

  private JsonNode report(String what) {
    String report = poll(reports);
    if (report.isEmpty()) {
      throw new AssertionError("no report within " + TIMEOUT_SECONDS + " s: " + what);
    }
    try {
      return Json.MAPPER.readTree(report);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the browser as a user does, so that its profile is complete: a signal loses cookies. */
  @Override
  public void close() throws IOException {
    try {
      requestClose();
      browser.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } finally {
      browser.destroyForcibly();
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private void requestClose() throws IOException, InterruptedException, ExecutionException {
    List<String> port = Files.readAllLines(profile.resolve("DevToolsActivePort"));
    HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(
            URI.create("ws://127.0.0.1:" + port.get(0) + port.get(1)), new WebSocket.Listener() {})
        .get()
        .sendText("{\"id\":1,\"method\":\"Browser.close\"}", true)
        .get();
  }
}
