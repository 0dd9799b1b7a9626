package dev.shopwire.app.api;

import static dev.shopwire.app.api.InputFixture.PATH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RawClient;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests unusual HTTP: HEAD, empty headers, malformed requests. */
@Tag("everywhere")
class HttpEdgesIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static String newKey() {
    return RunningService.shared().tenants().app().key();
  }

  @Test
  void headRespondsAsGetWithoutABody() {
    Http http = new Http(RunningService.shared().httpUrl());
    Map<String, String> key = Map.of("X-Api-Key", newKey());
    Response head = http.send("HEAD", PATH, key, new byte[0]);
    assertEquals(200, head.status());
    assertEquals("", head.body());
    assertEquals("application/json", head.header("content-type"));
    assertEquals(401, http.send("HEAD", PATH, Map.of(), new byte[0]).status());
  }

  @Test
  void anEmptyKeyCountsAsMissingAnd401NamesTheScheme() {
    Http http = new Http(RunningService.shared().httpUrl());
    Map<String, String> headers = Map.of("X-Api-Key", "", "Authorization", "Bearer " + newKey());
    assertEquals(200, http.send("GET", PATH, headers, new byte[0]).status());
    Response refused = http.send("GET", PATH, Map.of("X-Api-Key", ""), new byte[0]);
    assertEquals(401, refused.status());
    assertEquals("Bearer", refused.header("www-authenticate"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/% HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/%ff HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/usage_events HTTP/1.1\r\n\r\n",
        "GET /v1/usage_events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
      })
  void aMalformedRequestGetsAProblemResponseOnEveryPort(String request) {
    RunningService service = RunningService.shared();
    for (String url : List.of(service.httpUrl(), service.consoleUrl(), service.managementUrl())) {
      try (RawClient client = RawClient.connect(url, "127.0.0.1")) {
        assertTrue(client.write(request));
        String response = client.read(Duration.ofSeconds(2));
        assertTrue(response.startsWith("HTTP/1.1 400 "), response);
        assertTrue(response.contains("application/problem+json"), response);
        assertTrue(response.contains("\"requestId\""), response);
      }
    }
  }

  /** Otherwise a request could be smuggled past a proxy in another one's body (CVE-2026-102479). */
  @Test
  void aHeaderThatOnlyResemblesContentLengthIsIgnored() {
    String hidden = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    String url = RunningService.shared().httpUrl();
    for (String name : List.of("Content-Xength", "content-qength", "Xontent-Length")) {
      try (RawClient client = RawClient.connect(url, "127.0.0.1")) {
        client.write(
            "GET /v1/nothing HTTP/1.1\r\nHost: a\r\n%s: %d\r\n\r\n%s"
                .formatted(name, hidden.length(), hidden));
        String responses = client.read(TIMEOUT);
        if (!responses.contains("HTTP/1.1 200 ")) {
          responses += client.read(TIMEOUT);
        }
        assertTrue(responses.startsWith("HTTP/1.1 4"), name);
        assertTrue(responses.contains("HTTP/1.1 200 "), name);
      }
    }
  }
}
