package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Test fixture: an app that posts usage events, and the receiver of its webhooks. */
public record WebhookFixture(Tenants tenants, Tenants.App app, Receiver receiver)
    implements AutoCloseable {
  public static final String PATH = "/v1/usage_events";
  public static final Duration TIME = Duration.ofSeconds(30);
  private static final Instant FIRST = Instant.parse("2026-11-20T08:00:00.123Z");

  /** Uses the service that all tests share. */
  public static WebhookFixture inNewWorkspace() {
    Tenants tenants = RunningService.shared().tenants();
    return new WebhookFixture(tenants, tenants.app(), new Receiver());
  }

  /** Creates an endpoint for {@code path} of the receiver and waits for its first request. */
  public WebhookEndpoint endpoint(String path, String more) {
    WebhookEndpoint endpoint = endpointWithoutTest(path, more);
    test(path, endpoint);
    return endpoint;
  }

  /** Sends a test event and waits until it arrives at {@code path}. */
  public Received test(String path, WebhookEndpoint endpoint) {
    int before = tests(path).size();
    endpoint.test();
    Poll.until(TIME, () -> "a test event at " + path, () -> tests(path).size() > before);
    return tests(path).get(before);
  }

  private List<Received> tests(String path) {
    return receiver.received(path).stream().filter(WebhookFixture::isTest).toList();
  }

  public WebhookEndpoint endpointWithoutTest(String path, String more) {
    return WebhookEndpoint.make(tenants, app.workspaceId(), receiver.url(path), more);
  }

  private static boolean isTest(Received received) {
    return received.json().path("topic").asText().equals("webhooks/test");
  }

  /** The JSON of an event {@code e-<number>}; events occur in the order of their numbers. */
  public static String event(int number, String name, String shop) {
    return "{\"eventName\":\"%s\",\"customerId\":\"%s.example.com\",\"eventId\":\"e-%d\",\"timestamp\":\"%s\",\"properties\":{\"n\":%d}}"
        .formatted(name, shop, number, FIRST.plusMillis(number), number);
  }

  /** Posts {@code count} events, numbered from {@code from}, in one batch. */
  public void post(int from, int count) {
    post(
        IntStream.range(from, from + count)
            .mapToObj(number -> event(number, "exported", "s" + number % 7))
            .toList());
  }

  public void post(List<String> events) {
    Response response =
        app.api()
            .post(PATH, events.stream().collect(Collectors.joining(",", "{\"events\":[", "]}")));
    assertEquals(200, response.status(), response::body);
    assertEquals(events.size(), response.json().path("accepted").asInt(), response::body);
  }

  /** The usage events received at {@code path}. */
  public List<Received> events(String path) {
    return receiver.received(path).stream().filter(received -> !isTest(received)).toList();
  }

  /** Waits for at least {@code count} usage events at {@code path}. */
  public List<Received> await(String path, int count) {
    Poll.until(
        TIME,
        () -> count + " events at " + path + ", actual " + events(path).size(),
        () -> events(path).size() >= count);
    return events(path);
  }

  /** Waits until the workspace has no due deliveries or fan-outs. */
  public void awaitNothingDue() {
    Poll.until(TIME, () -> "nothing due, actual " + due(), () -> due() == 0);
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
            Long.parseLong(app.workspaceId()));
  }

  @Override
  public void close() {
    receiver.close();
  }
}
