package dev.shopwire.webhook.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageBodyTest {
  private static final UUID ID = id(Instant.parse("2023-11-14T22:13:20Z"));
  private static final Message.App APP = new Message.App("3", "Demo", "demo-app");

  private static UUID id(Instant at) {
    return new UUID(at.toEpochMilli() << 16 | 0x7000, 0x8000_0000_0000_0001L);
  }

  private static String body(String topic, Message.@Nullable App app, String payload) {
    return MessageBody.of(new Message(ID, 7, topic, app, payload)).toString();
  }

  @Test
  void aUsageEventHasItsFieldsInTheDocumentedOrder() {
    assertEquals(
        "{\"id\":\"msg_018bcfe5680070008000000000000001\",\"type\":\"usage_event\",\"topic\":\"customers/usage_event\","
            + "\"date\":\"2023-11-14T22:13:20.000Z\","
            + "\"app\":{\"id\":\"3\",\"name\":\"Demo\",\"slug\":\"demo-app\"},"
            + "\"eventId\":\"e-1\",\"eventName\":\"report_exported\","
            + "\"timestamp\":\"2023-11-14T22:13:19.123Z\",\"properties\":{\"2\":1,\"10\":2,\"b\":3},"
            + "\"path\":null,\"sessionKey\":\"s\","
            + "\"customer\":{\"id\":\"9\",\"myplatformDomain\":\"a.platform.example\","
            + "\"name\":null,\"email\":null}}",
        body(
            "customers/usage_event",
            APP,
            """
            {"path": null, "eventId": "e-1", "customer": {"id": "9", "name": null, "email": null,
             "myplatformDomain": "a.platform.example"}, "eventName": "report_exported",
             "timestamp": "2023-11-14T22:13:19.123Z", "properties": {"b": 3.0, "10": 2, "2": 1},
             "sessionKey": "s"}
            """));
  }

  @Test
  void otherTopicsKeepTheOrderOfThePayload() {
    assertEquals(
        "{\"id\":\"msg_018bcfe5680070008000000000000001\",\"type\":\"contact\","
            + "\"topic\":\"contacts/updated\",\"date\":\"2023-11-14T22:13:20.000Z\",\"app\":null,"
            + "\"z\":1,\"contact\":{\"name\":\"A\",\"id\":\"1\"}}",
        body("contacts/updated", null, "{\"z\":1,\"contact\":{\"name\":\"A\",\"id\":\"1\"}}"));
  }

  @Test
  void aPayloadCannotReplaceTheEnvelope() {
    assertEquals(
        body("webhooks/test", APP, "{\"a\":1}"),
        body("webhooks/test", APP, "{\"id\":1,\"a\":1,\"app\":2,\"topic\":3}"));
  }

  @Test
  void theDateAlwaysHasMilliseconds() {
    Message message =
        new Message(id(Instant.ofEpochMilli(1_700_000_000_120L)), 7, "webhooks/test", null, "{}");
    assertEquals(
        "2023-11-14T22:13:20.120Z", MessageBody.of(message).toJsonObject().getString("date"));
  }

  @Test
  void anUnknownTopicIsRejected() {
    assertThrows(IllegalArgumentException.class, () -> body("no/such", null, "{}"));
  }
}
