package dev.shopwire.app.support;

import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * A client of the console that keeps its cookies and sends the CSRF token with writes, as a browser
 * does. It has an address of its own, since failed sign-ins are limited by address: the test
 * services trust X-Forwarded-For. For one thread.
 */
public final class ConsoleBrowser {
  public static final String SESSION = "__Host-shopwire";
  public static final String DEVICE = "__Host-shopwire-device";
  private static final String API = "/console/api";

  private final SchemaCheckedHttp http;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private String address;
  private String csrfToken = "";

  public ConsoleBrowser(String consoleUrl) {
    http = new SchemaCheckedHttp(consoleUrl, API + "/openapi.json", Map.of());
    ThreadLocalRandom random = ThreadLocalRandom.current();
    address =
        "10.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
  }

  /** Requests come from this address from now on. */
  public ConsoleBrowser at(String address) {
    this.address = address;
    return this;
  }

  /** Signs in a user of {@link ConsoleUsers}. */
  public ConsoleBrowser signedIn(ConsoleUsers.User user) {
    Response response = signIn(user.email(), ConsoleUsers.PASSWORD);
    if (response.status() != 200) {
      throw new AssertionError("signing in failed: " + response);
    }
    return this;
  }

  public Response signIn(String email, String password) {
    return post("/session", Map.of("email", email, "password", password));
  }

  public Response signIn(String email, String password, String code) {
    return post("/session", Map.of("email", email, "password", password, "code", code));
  }

  public Response get(String path) {
    return send("GET", path, Map.of(), new byte[0]);
  }

  public Response post(String path, Map<String, ?> body) {
    return send("POST", path, Map.of(), json(body));
  }

  public Response patch(String path, Map<String, ?> body) {
    return send("PATCH", path, Map.of(), json(body));
  }

  public Response delete(String path) {
    return send("DELETE", path, Map.of(), new byte[0]);
  }

  public Response delete(String path, Map<String, ?> body) {
    return send("DELETE", path, Map.of(), json(body));
  }

  /**
   * @param path below /console/api
   * @param headers override those that the browser sends; an empty header removes one
   */
  public Response send(String method, String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("X-Forwarded-For", address);
    all.put("X-CSRF-Token", csrfToken);
    all.put("Cookie", cookieHeader());
    if (body.length > 0) {
      all.put("Content-Type", "application/json");
    }
    all.putAll(headers);
    Response response = http.send(method, API + path, all, body);
    setCookies(response).forEach(this::keep);
    if (response.json().hasNonNull("csrfToken")) {
      csrfToken = response.json().path("csrfToken").asText();
    }
    return response;
  }

  private static byte[] json(Map<String, ?> body) {
    return Json.MAPPER.valueToTree(body).toString().getBytes(StandardCharsets.UTF_8);
  }

  private String cookieHeader() {
    return cookies.entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  /** The Set-Cookie headers of a response. */
  public static List<String> setCookies(Response response) {
    return response.headers().allValues("Set-Cookie");
  }

  private void keep(String setCookie) {
    String[] parts = setCookie.substring(0, setCookie.indexOf(';')).split("=", 2);
    if (parts[1].isEmpty()) {
      cookies.remove(parts[0]);
    } else {
      cookies.put(parts[0], parts[1]);
    }
  }

  /** The value of a cookie; empty if the browser has none. */
  public String cookie(String name) {
    return cookies.getOrDefault(name, "");
  }

  public void setCookie(String name, String value) {
    cookies.put(name, value);
  }

  public void forgetCookies() {
    cookies.clear();
  }

  public String csrfToken() {
    return csrfToken;
  }

  /** A second window with the same cookies. */
  public ConsoleBrowser copyOf(ConsoleBrowser other) {
    cookies.putAll(other.cookies);
    csrfToken = other.csrfToken;
    return this;
  }
}
