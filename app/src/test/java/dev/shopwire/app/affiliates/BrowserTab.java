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
 * One tab of a browser that goes from page to page as a test says. A page reports what it has to
 * say and then asks for the next address, so everything happens in real time and in one profile.
 * Every host that ends in {@code .test} is this machine.
 */
final class BrowserTab implements AutoCloseable {
  private static final long SECONDS = 60;
  private static final String WALK =
      """
      async function walk(result) {
        await fetch('/report', {method: 'POST', body: JSON.stringify(result)});
        let next = '';
        while (!next) next = await (await fetch('/next')).text();
        location.replace(next);
      }
      """;
  // A page inside another one tells that one, which may be of another origin.
  private static final String PAGE =
      """
      <!doctype html><meta charset="utf-8"><title>A page</title>
      <script>
      const errors = [];
      addEventListener('error', (event) => errors.push(String(event.message)));
      addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
      const ask = fetch;
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
        window.fetch = ask;
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
   * @param profile what the browser keeps; a later tab may go on with it
   */
  BrowserTab(Path profile) throws IOException {
    this.profile = profile;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, pages.getOrDefault(path(exchange), "")));
    server.createContext("/next", exchange -> answer(exchange, take(next)));
    server.createContext(
        "/report",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          reports.offer(body);
          answer(exchange, "");
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
    report("the browser has started");
  }

  private static String path(HttpExchange exchange) {
    return exchange.getRequestURI().getPath();
  }

  private static String take(BlockingQueue<String> queue) {
    try {
      String taken = queue.poll(SECONDS, TimeUnit.SECONDS);
      return taken == null ? "" : taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.getResponseHeaders().add("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /**
   * Makes a page and returns its path.
   *
   * @param before a script that runs first of all
   * @param markup what is tested
   * @param after the body of an asynchronous function that runs when all has been loaded; what it
   *     returns is reported
   */
  String page(String before, String markup, String after) {
    String path = "/page/" + ++count;
    pages.put(path, PAGE.formatted(before, markup, WALK, after));
    return path;
  }

  /**
   * Goes there and returns what the page reports.
   *
   * @throws AssertionError if anything was thrown into the page
   */
  JsonNode visit(String host, String pathAndQuery) {
    next.add("http://" + host + ":" + server.getAddress().getPort() + pathAndQuery);
    JsonNode report = report(host + pathAndQuery);
    if (!report.path("errors").isEmpty()) {
      throw new AssertionError("thrown into the page: " + report);
    }
    return report.path("value");
  }

  private JsonNode report(String what) {
    String report = take(reports);
    if (report.isEmpty()) {
      throw new AssertionError("not within " + SECONDS + " s: " + what);
    }
    try {
      return Json.MAPPER.readTree(report);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the browser as a user does, so that its profile is complete; a signal loses cookies. */
  @Override
  public void close() throws IOException {
    try {
      tellToClose();
      browser.onExit().get(SECONDS, TimeUnit.SECONDS);
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

  private void tellToClose() throws IOException, InterruptedException, ExecutionException {
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
