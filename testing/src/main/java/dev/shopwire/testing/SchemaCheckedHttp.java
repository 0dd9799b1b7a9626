package dev.shopwire.testing;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An {@link Http} client that validates every response against the OpenAPI document of the service,
 * by operation and status.
 */
public final class SchemaCheckedHttp extends Http {
  /** In all tests of a process: more are no coincidence, and the calling test gets the response. */
  private static final int MAX_RETRIES = 5;

  private static final AtomicInteger RETRIES = new AtomicInteger();
  private static final String TIMED_OUT = "did not respond in time";

  private final Map<String, String> credentials;
  private final ApiDocument document;
  private final boolean retriesTimeouts;

  /**
   * @param credentials headers sent with every call
   */
  public SchemaCheckedHttp(String base, String documentPath, Map<String, String> credentials) {
    this(base, documentPath, credentials, false);
  }

  /**
   * @param retriesTimeouts whether a request is sent again, once, if the service had no time for
   *     it: for tests that expect no outage, on machines that others occupy too
   */
  SchemaCheckedHttp(
      String base, String documentPath, Map<String, String> credentials, boolean retriesTimeouts) {
    super(base);
    this.credentials = credentials;
    this.document = ApiDocument.at(new Http(base), documentPath);
    this.retriesTimeouts = retriesTimeouts;
  }

  public Response get(String path) {
    return send("GET", path, Map.of(), new byte[0]);
  }

  public Response post(String path, String body) {
    return send(
        "POST",
        path,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public Response put(String path, String body) {
    return send(
        "PUT",
        path,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public Response patch(String path, String body) {
    return send(
        "PATCH",
        path,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public Response delete(String path) {
    return send("DELETE", path, Map.of(), new byte[0]);
  }

  /** {@code headers} override the credentials; an empty header removes a credential. */
  @Override
  public Response send(String method, String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(credentials);
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    Response response = sendChecked(method, path, all, body);
    if (!retriesTimeouts
        || response.status() != 503
        || !response.json().path("detail").asText().endsWith(TIMED_OUT)
        || RETRIES.incrementAndGet() > MAX_RETRIES) {
      return response;
    }
    System.out.printf("sent again: %s %s: %s%n", method, path, response.body());
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(Long.parseLong(response.header("Retry-After"))));
    return sendChecked(method, path, all, body);
  }

  private Response sendChecked(
      String method, String path, Map<String, String> headers, byte[] body) {
    Response response = super.send(method, path, headers, body);
    boolean isFile = response.header("Content-Disposition").startsWith("attachment");
    if ((response.body().isEmpty() && !isFile) || response.header("X-Request-Id").isEmpty()) {
      throw new AssertionError("a response without body or request id: " + response);
    }
    if (response.status() >= 400 != response.json().hasNonNull("error")) {
      throw new AssertionError("error must be present if and only if it failed: " + response);
    }
    if (!isFile) {
      document.check(method, path.replaceAll("\\?.*", ""), response);
    }
    return response;
  }
}
