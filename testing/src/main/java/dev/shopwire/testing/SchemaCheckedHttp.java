package dev.shopwire.testing;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * An {@link Http} client that validates every response against the OpenAPI document of the service,
 * by operation and status.
 */
public final class SchemaCheckedHttp extends Http {
  private final Map<String, String> credentials;
  private final ApiDocument document;

  /**
   * @param credentials headers sent with every call
   */
  public SchemaCheckedHttp(String base, String documentPath, Map<String, String> credentials) {
    super(base);
    this.credentials = credentials;
    this.document = ApiDocument.at(new Http(base), documentPath);
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
    Response response = super.send(method, path, all, body);
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
