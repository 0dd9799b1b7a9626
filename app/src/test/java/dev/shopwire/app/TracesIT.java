package dev.shopwire.app;

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

/** Spans of a request across HTTP, bus, PostgreSQL and Redis, and of a webhook. */
class TracesIT {
  private static final ObservedService SERVICE = ObservedService.shared();

  private static List<Span> spans(Predicate<Span> wanted) {
    return SERVICE.spans().stream().filter(wanted).toList();
  }

  private static Span one(String name, SpanKind kind) {
    Predicate<Span> wanted = span -> span.getName().equals(name) && span.getKind() == kind;
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
  void aPushIsOneTraceFromTheCallerToTheStores() {
    Span http = one("POST /v1/identify", SpanKind.SPAN_KIND_SERVER);
    assertEquals(
        "b7ad6b7169203331", HexFormat.of().formatHex(http.getParentSpanId().toByteArray()));
    Span asked = one("shopwire.enrichment.identify", SpanKind.SPAN_KIND_CLIENT);
    Span answered = one("shopwire.enrichment.identify", SpanKind.SPAN_KIND_SERVER);
    assertEquals(http.getSpanId(), asked.getParentSpanId());
    assertEquals(asked.getSpanId(), answered.getParentSpanId());
    assertFalse(childrenOf(answered, "postgresql").isEmpty(), "no statement under the bus");
    assertFalse(childrenOf(http, "redis").isEmpty(), "no Redis under HTTP");
    assertTrue(
        SERVICE.spans().stream()
            .filter(span -> span.getTraceId().equals(http.getTraceId()))
            .noneMatch(span -> span.getName().startsWith("webhook")),
        "a delivery is a trace of its own");
  }

  @Test
  void aDeliveryIsATraceOfItsOwn() {
    Span webhook = one("webhook POST", SpanKind.SPAN_KIND_CLIENT);
    assertTrue(webhook.getParentSpanId().isEmpty());
  }

  @Test
  void nothingThatACallerSentOrThatIsSecretIsInASpan() {
    one("webhook POST", SpanKind.SPAN_KIND_CLIENT);
    one("POST /v1/usage_events", SpanKind.SPAN_KIND_SERVER);
    String exported = SERVICE.exported();
    assertTrue(exported.contains("db.query.text"));
    for (String secret : SERVICE.secrets()) {
      assertFalse(exported.contains(secret), secret);
    }
  }

  @Test
  void aProblemNamesTheTrace() {
    String answer = SERVICE.call("POST", "/v1/identify", "wrong-1", "{").body();
    assertTrue(answer.contains("\"traceId\":\"0af7651916cd43dd8448eb211c80319c\""), answer);
  }
}
