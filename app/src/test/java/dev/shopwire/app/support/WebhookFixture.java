package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A workspace with an app whose usage events are posted over HTTP, and who receives them. */
public record WebhookFixture(Tenants tenants, Tenants.App app, Receiver receiver)
    implements AutoCloseable {
  public static final String PATH = "/v1/usage_events";
  public static final Duration TIME = Duration.ofSeconds(30);
  private static final Instant FIRST = Instant.parse("2026-11-20T08:00:00.123Z");

  /** On the service that all tests share. */
  public static WebhookFixture inNewWorkspace() {
    Tenants tenants = RunningService.shared().tenants();
    return new WebhookFixture(tenants, tenants.app(), new Receiver());
  }

  /** For {@code path} of the receiver; ready, that is, its first request has been made. */
  public WebhookEndpoint endpoint(String path, String more) {
    WebhookEndpoint made = quietEndpoint(path, more);
    test(path, made);
    return made;
  }

  /** Sends a test event and waits until it is at {@code path}. */
  public Received test(String path, WebhookEndpoint endpoint) {
    int before = tests(path).size();
    endpoint.test();
    Poll.until(TIME, () -> "a test event at " + path, () -> tests(path).size() > before);
    return tests(path).get(before);
  }

  private List<Received> tests(String path) {
    return receiver.received(path).stream().filter(WebhookFixture::isTest).toList();
  }

  public WebhookEndpoint quietEndpoint(String path, String more) {
    return WebhookEndpoint.make(tenants, app.workspaceId(), receiver.url(path), more);
  }

  private static boolean isTest(Received received) {
    return received.json().path("topic").asText().equals("webhooks/test");
  }

  /** An event {@code e-<number>}, as JSON; the numbers give the order of occurrence. */
  public static String event(int number, String name, String shop) {
    return "{\"eventName\":\"%s\",\"customerId\":\"%s.example.com\",\"eventId\":\"e-%d\",\"timestamp\":\"%s\",\"properties\":{\"n\":%d}}"
        .formatted(name, shop, number, FIRST.plusMillis(number), number);
  }

  /** Posts so many events, the first of number {@code from}, in one batch. */
  public void post(int from, int count) {
    post(
        IntStream.range(from, from + count)
            .mapToObj(number -> event(number, "exported", "s" + number % 7))
            .toList());
  }

  public void post(List<String> events) {
    Answer answer =
        app.api()
            .post(PATH, events.stream().collect(Collectors.joining(",", "{\"events\":[", "]}")));
    assertEquals(200, answer.status(), answer::body);
    assertEquals(events.size(), answer.json().path("accepted").asInt(), answer::body);
  }

  /** The usage events that came to {@code path}. */
  public List<Received> events(String path) {
    return receiver.received(path).stream().filter(received -> !isTest(received)).toList();
  }

  /** Waits until at least so many of them came. */
  public List<Received> await(String path, int count) {
    Poll.until(
        TIME,
        () -> count + " events at " + path + ", there are " + events(path).size(),
        () -> events(path).size() >= count);
    return events(path);
  }

  /** Waits until nothing of this workspace is due. */
  public void awaitNothingDue() {
    Poll.until(TIME, () -> due() + " are due", () -> due() == 0);
  }

  long due() {
    return RunningService.shared()
        .sql()
        .number(
            """
            select (select count(*) from webhook_due where workspace_id = w.id)
              + (select count(*) from webhook_fan_outs where workspace_id = w.id)
            from workspaces w where w.id = ?
            """,
            Integer.parseInt(app.workspaceId()));
  }

  @Override
  public void close() {
    receiver.close();
  }
}
