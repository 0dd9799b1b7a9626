package dev.shopwire.app.console.access;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** A request of the matrix, without the headers of its caller. */
record MatrixRequest(String method, String target, String body) {
  /** Sends it from an address of its own, since wrong tokens are limited by address. */
  Response send(Http http, Map<String, String> headers) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        "X-Forwarded-For",
        "10.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256)));
    if (!body.isEmpty()) {
      all.put("Content-Type", "application/json");
    }
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    return http.send(method, target, all, body.getBytes(StandardCharsets.UTF_8));
  }

  /** One that is invalid for every caller. */
  MatrixRequest invalid() {
    return method.equals("GET")
        ? new MatrixRequest(method, target.replaceAll("\\?.*", "") + "?noSuchParameter=1", "")
        : new MatrixRequest(method, target, "{\"noSuchMember\":");
  }

  /** An id of the same form that no resource has. */
  static String unknownId(String id) {
    if (id.matches("\\d+(-.*)?")) {
      return id.replaceFirst("\\d+", "99999999");
    }
    if (id.startsWith("cus_")) {
      return id.replaceFirst("_.", "_4");
    }
    String end = id.endsWith("0e1") ? "1e0" : "0e1";
    return id.substring(0, id.length() - end.length()) + end;
  }
}
