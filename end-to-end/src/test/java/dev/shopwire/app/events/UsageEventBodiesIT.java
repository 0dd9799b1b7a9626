package dev.shopwire.app.events;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests bodies, encodings and headers of requests with usage events (docs/api/README.md). */
@Tag("everywhere")
class UsageEventBodiesIT {
  private static final String PATH = "/v1/usage_events";
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  private final Tenants.App app = RunningService.shared().tenants().app();

  private Response post(String body) {
    return app.api().post(PATH, body);
  }

  @Test
  void aBodyThatIsNotAJsonObjectIsRefused() {
    assertFails(post("{\"eventName\":"), 400, "malformed_json");
    assertFails(post("[]"), 422, "invalid_type");
    assertFails(post("{} {}"), 400, "malformed_json");
    assertFails(app.api().send("POST", PATH, JSON, new byte[0]), 400, "malformed_json");
  }

  @Test
  void gzipIsDecompressedWithinTheSameLimit() throws IOException {
    byte[] body =
        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}".getBytes(StandardCharsets.UTF_8);
    Map<String, String> gzip =
        Map.of("Content-Type", "application/json", "Content-Encoding", "gzip");
    assertCounts(app.api().send("POST", PATH, gzip, gzip(body)), 1, 0, 0);
    assertFails(app.api().send("POST", PATH, gzip, body), 400, "malformed_gzip");
    assertFails(app.api().send("POST", PATH, gzip, gzip(new byte[50 << 20])), 413, "too_large");
    assertFails(
        app.api().send("POST", PATH, Map.of("Content-Encoding", "br"), body),
        415,
        "unsupported_media_type");
  }

  @Test
  void aBodyOverOneMebibyteIsRefused() {
    byte[] body = new byte[(1 << 20) + 1];
    java.util.Arrays.fill(body, (byte) ' ');
    assertFails(app.api().send("POST", PATH, JSON, body), 413, "too_large");
  }

  @Test
  void onlyJsonIsAccepted() {
    assertFails(
        app.api().send("POST", PATH, Map.of("Content-Type", "text/plain"), new byte[] {'{', '}'}),
        415,
        "unsupported_media_type");
  }

  @Test
  void otherMethodsAndPathsAreRefused() {
    Response put = app.api().send("PUT", PATH, Map.of(), new byte[0]);
    assertFails(put, 405, "method_not_allowed");
    assertEquals("POST, GET, HEAD", put.header("Allow"));
    assertFails(app.api().get("/v1/nothing"), 404, "not_found");
  }

  @Test
  void aValidRequestIdIsKeptAndAnInvalidOneIsReplaced() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    Response valid =
        app.api()
            .send(
                "POST",
                PATH,
                Map.of("X-Request-Id", "my-id_1", "Content-Type", "application/json"),
                event.getBytes(StandardCharsets.UTF_8));
    assertEquals("my-id_1", valid.header("X-Request-Id"));
    Response invalid =
        app.api().send("POST", PATH, Map.of("X-Request-Id", "a b<script>"), new byte[0]);
    assertFalse(invalid.header("X-Request-Id").contains("script"));
    assertEquals(invalid.header("X-Request-Id"), invalid.json().path("requestId").asText());
  }

  @Test
  void hostileBodiesGetAResponseAndDoNoHarm() {
    String deep = "[".repeat(400_000) + "]".repeat(400_000);
    assertEquals(422, post("{\"eventName\":\"a\",\"x\":" + deep + "}").status());
    String digits = "9".repeat(500_000);
    Response number =
        post(
            "{\"events\":[{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":"
                + digits
                + "}},{\"eventName\":\"b\",\"customerId\":\"s.example.com\"}]}");
    assertCounts(number, 1, 0, 1);
    String many =
        IntStream.range(0, 60_000)
            .mapToObj(i -> "\"k" + i + "\":1")
            .collect(Collectors.joining(","));
    assertEquals(422, post("{" + many + "}").status());
    assertFails(
        post("{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"\\ud800\":1}"),
        422,
        "invalid_text");
    assertTrue(RunningService.shared().isAlive());
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(body);
    }
    return compressed.toByteArray();
  }
}
