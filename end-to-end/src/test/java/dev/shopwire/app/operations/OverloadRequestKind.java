package dev.shopwire.app.operations;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** The kinds of requests of an overload, with their shares in percent. */
enum OverloadRequestKind {
  SINGLE(45, "/v1/usage_events", 1),
  PAGE_VIEW(20, "/v1/usage_events", 1),
  BATCH(10, "/v1/usage_events", 200),
  LARGE_BATCH(4, "/v1/usage_events", 200),
  COMPRESSED_BATCH(3, "/v1/usage_events", 200),
  LARGE_EVENTS(1, "/v1/usage_events", 30),
  IDENTIFY(6, "/v1/identify", 0),
  LARGE_IDENTIFY(2, "/v1/identify", 0),
  STAFF(1, "/v1/staff", 0),
  ATTRIBUTION(4, "/v1/attribution", 0),
  REPORT(
      2,
      "/v1/usage_events/report?period=last_30_days&calculation=p99&overProperty=n&interval=hourly",
      0),
  LIST(2, "/v1/usage_events?take=1000", 0);

  private static final int SHOPS = 200;

  private final int share;
  private final String path;
  private final int events;

  OverloadRequestKind(int share, String path, int events) {
    this.share = share;
    this.path = path;
    this.events = events;
  }

  /** The kind of the request with this number; the kinds alternate, well mixed. */
  static OverloadRequestKind of(int number) {
    int slot = (int) (number * 61L % 100);
    for (OverloadRequestKind kind : values()) {
      slot -= kind.share;
      if (slot < 0) {
        return kind;
      }
    }
    return SINGLE;
  }

  String path() {
    return path;
  }

  /** How many events a request of this kind stores. */
  int events() {
    return events;
  }

  boolean isRead() {
    return this == REPORT || this == LIST;
  }

  boolean isCompressed() {
    return this == COMPRESSED_BATCH;
  }

  boolean isLarge() {
    return this == LARGE_BATCH || this == LARGE_EVENTS || this == LARGE_IDENTIFY;
  }

  /**
   * @param slug of the app that sends it
   */
  String body(int number, String slug) {
    return switch (this) {
      case SINGLE -> event(number, 0, "\"n\":1");
      case PAGE_VIEW -> pageView(number);
      case BATCH -> batch(number, 200, "\"n\":1");
      case LARGE_BATCH, COMPRESSED_BATCH -> batch(number, 200, text(4_900));
      case LARGE_EVENTS -> batch(number, 30, text(32_000));
      case IDENTIFY -> identify(number, 1, 20);
      case LARGE_IDENTIFY -> identify(number, 60, 1_000);
      case STAFF -> staff(number);
      case ATTRIBUTION -> attribution(number, slug);
      case REPORT, LIST -> "";
    };
  }

  Buffer bytes(int number, String slug) {
    byte[] plain = body(number, slug).getBytes(StandardCharsets.UTF_8);
    return Buffer.buffer(isCompressed() ? compressed(plain) : plain);
  }

  private static byte[] compressed(byte[] plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  private static String event(int number, int index, String properties) {
    return "{\"eventName\":\"exported\",\"customerId\":\"s%d.example.com\",\"eventId\":\"o-%d-%d\",\"properties\":{%s}}"
        .formatted(number % SHOPS, number, index, properties);
  }

  private static String pageView(int number) {
    return "{\"eventName\":\"page_view\",\"customerId\":\"s%d.example.com\",\"eventId\":\"o-%d-0\",\"path\":\"/a/%d\"}"
        .formatted(number % SHOPS, number, number % 10);
  }

  private static String batch(int number, int events, String properties) {
    return IntStream.range(0, events)
        .mapToObj(index -> event(number, index, properties))
        .collect(Collectors.joining(",", "{\"events\":[", "]}"));
  }

  private static String text(int length) {
    char[] text = new char[length];
    Arrays.fill(text, 'x');
    return "\"t\":\"" + new String(text) + "\"";
  }

  private static String identify(int number, int fields, int length) {
    String value = text(length).substring(4);
    String values =
        IntStream.range(0, fields)
            .mapToObj(
                field ->
                    "\"f%d\":{\"n\":%d,\"a\":[%s]}"
                        .formatted(
                            field,
                            number,
                            String.join(",", Collections.nCopies(fields > 1 ? 15 : 1, value))))
            .collect(Collectors.joining(","));
    return "{\"myplatformDomain\":\"s%d.example.com\",\"customFields\":{%s}}"
        .formatted(number % SHOPS, values);
  }

  private static String staff(int number) {
    return IntStream.range(0, 1_000)
        .mapToObj(
            person ->
                "{\"id\":%d,\"name\":\"Person %d of %d\",\"email\":\"p%d@example.com\"}"
                    .formatted(person, person, number, person))
        .collect(
            Collectors.joining(
                ",",
                "{\"myplatformDomain\":\"s%d.example.com\",\"staff\":[".formatted(number % SHOPS),
                "]}"));
  }

  private static String attribution(int number, String slug) {
    return "{\"app\":\"%s\",\"myplatformDomain\":\"s%d.example.com\",\"mref\":\"code-%d\"}"
        .formatted(slug, number % SHOPS, number);
  }
}
