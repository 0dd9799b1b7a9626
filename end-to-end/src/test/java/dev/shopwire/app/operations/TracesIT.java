package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.shopwire.testing.Poll;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tests the spans of a request across HTTP, bus, PostgreSQL and Redis, and of a webhook. */
class TracesIT {
  private static final ObservedService SERVICE = ObservedService.shared();

  private static List<Span> spans(Predicate<Span> wanted) {
    return SERVICE.spans().stream().filter(wanted).toList();
  }

  private static boolean isOf(Span span, String name, SpanKind kind) {
    return span.getName().equals(name) && span.getKind() == kind;
  }

  private static Span await(String name, SpanKind kind, Predicate<Span> condition) {
    Predicate<Span> wanted = span -> isOf(span, name, kind) && condition.test(span);
    Poll.until(
        ObservedService.TIME,
        () -> name + " in " + SERVICE.spans().stream().map(Span::getName).distinct().toList(),
        () -> !spans(wanted).isEmpty());
    return spans(wanted).get(0);
  }

  private static List<Span> childrenOf(Span parent, String name) {
    ByteString id = parent.getSpanId();
    return spans(span -> span.getParentSpanId().equals(id) && span.getName().startsWith(name));
  }

  @Test
  void aPushIsOneTraceFromTheClientToTheStores() {
    String address = "shopwire.enrichment.identify";
    Span http =
        await(
            "POST /v1/identify",
            SpanKind.SPAN_KIND_SERVER,
            span ->
                !childrenOf(span, "redis").isEmpty()
                    && childrenOf(span, address).stream()
                        .filter(client -> isOf(client, address, SpanKind.SPAN_KIND_CLIENT))
                        .flatMap(client -> childrenOf(client, address).stream())
                        .filter(server -> isOf(server, address, SpanKind.SPAN_KIND_SERVER))
                        .anyMatch(server -> !childrenOf(server, "postgresql").isEmpty()));
    HexFormat hex = HexFormat.of();
    assertEquals("b7ad6b7169203331", hex.formatHex(http.getParentSpanId().toByteArray()));
    assertEquals(
        "0af7651916cd43dd8448eb211c80319c", hex.formatHex(http.getTraceId().toByteArray()));
    assertTrue(
        SERVICE.spans().stream()
            .filter(span -> span.getTraceId().equals(http.getTraceId()))
            .noneMatch(span -> span.getName().startsWith("webhook")),
        "a delivery has its own trace");
  }

  @Test
  void aDeliveryHasItsOwnTrace() {
    Span webhook = await("webhook POST", SpanKind.SPAN_KIND_CLIENT, any -> true);
    assertTrue(webhook.getParentSpanId().isEmpty());
    assertFalse(SERVICE.webhookHeaders().containsKey("traceparent"), "receivers get no internals");
  }

  @Test
  void noSpanContainsSecretsOrWhatACallerSent() {
    await("webhook POST", SpanKind.SPAN_KIND_CLIENT, any -> true);
    await("POST /v1/usage_events", SpanKind.SPAN_KIND_SERVER, any -> true);
    String exported = SERVICE.exported();
    assertTrue(exported.contains("db.query.text"));
    for (String secret : SERVICE.secrets()) {
      assertFalse(exported.contains(secret), secret);
    }
  }

  @Test
  void aProblemResponseNamesTheTrace() {
    String response = SERVICE.call("POST", "/v1/identify", "wrong-1", "{").body();
    assertTrue(response.contains("\"traceId\":\"0af7651916cd43dd8448eb211c80319c\""), response);
  }
}
