package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Sends requests that are wrong at random places to every operation of both APIs: none may get a
 * 500, a stack trace or no response. {@code -Dshopwire.fuzz=200000} sets their number, {@code
 * -Dshopwire.fuzz.seed} repeats a run.
 */
class FuzzIT {
  private static final int REQUESTS = RunSize.of("fuzz.requests", 2_000, 60_000);
  private static final long SEED = Long.getLong("shopwire.fuzz.seed", System.nanoTime());
  private static final int CONNECTIONS = 16;
  private static final int TIMEOUT_SECONDS = 20;
  private static final int MAX_FAILURES = 20;
  private static final int SERVICE_UNAVAILABLE = 503;

  /** On a busy machine a few responses take longer than the service allows. */
  private static final int MAX_UNAVAILABLE = Math.max(5, REQUESTS / 200);

  private static final String STALLED = "shopwire_event_loop_stalled_seconds";
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  /** On an idle machine 100 suffice: {@code -Dshopwire.most.millis=100}. */
  private static final int MAX_STALLED_MILLIS = Integer.getInteger("shopwire.most.millis", 1_000);

  private static final Vertx VERTX = Vertx.vertx();

  private final RunningService service = RunningService.shared();
  private final HttpClient client =
      VERTX.createHttpClient(
          new HttpClientOptions().setMaxInitialLineLength(1 << 20),
          new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  private final Map<String, Map<Integer, Integer>> statusCounts = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<Sent> unavailable = new ArrayList<>();
  private boolean isRepeating;
  private long slowestNanos;
  private String slowest = "";

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  /** One of the two APIs with valid credentials. */
  private record Api(String url, Map<String, String> credentials, FuzzOperations operations) {}

  private record Sent(Api api, FuzzOperations.Request request) {}

  @Test
  void noRequestCausesAServerError() {
    System.out.printf("-Dshopwire.fuzz=%d -Dshopwire.fuzz.seed=%d%n", REQUESTS, SEED);
    Random random = new Random(SEED);
    Tenants.App app = service.tenants().app();
    Tenants.App target = service.tenants().app(app.workspaceId());
    Map<String, String> ids = ids(target);
    List<Api> apis =
        List.of(
            new Api(
                service.httpUrl(),
                Map.of("X-Api-Key", app.key()),
                operations(service.httpUrl() + "/v1/openapi.json", ids, random)),
            new Api(
                service.consoleUrl(),
                Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
                operations(service.consoleUrl() + "/console/api/openapi.json", ids, random)));
    AtomicInteger remaining = new AtomicInteger(REQUESTS);
    List<Future<Void>> senders = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Promise<Void> sender = Promise.promise();
      senders.add(sender.future());
      sendNext(apis, random, remaining, sender);
    }
    Future<?> allSent = Future.join(senders);
    double stalled = 0;
    while (!allSent.isComplete()) {
      stalled = Math.max(stalled, Metric.value(service.managementUrl(), STALLED));
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
    repeatUnavailable();
    printSummary(stalled);
    assertTrue(stalled * 1_000 < MAX_STALLED_MILLIS, "an event loop stalled for " + stalled + " s");
    assertEquals(List.of(), failures, () -> "seed " + SEED);
    assertTrue(service.isAlive());
  }

  /** Alone, a request that a busy machine was too slow for gets its response. */
  private void repeatUnavailable() {
    assertTrue(
        unavailable.size() <= MAX_UNAVAILABLE,
        () -> unavailable.size() + " responses with 503, such as to " + unavailable.get(0));
    isRepeating = true;
    for (Sent sent : List.copyOf(unavailable)) {
      send(sent.api, sent.request).await();
    }
  }

  private FuzzOperations operations(String document, Map<String, String> ids, Random random) {
    JsonNode json =
        new dev.shopwire.testing.Http(document).send("GET", "", Map.of(), new byte[0]).json();
    return new FuzzOperations(json, ids, random);
  }

  /** Ids of existing resources for path parameters. */
  private Map<String, String> ids(Tenants.App app) {
    Map<String, String> ids = new HashMap<>();
    ids.put("workspaces", app.workspaceId());
    ids.put("apps", app.appId());
    ids.put("keys", app.keyId());
    // Not those of other tests, which the default 1 could be.
    ids.put(
        "users",
        Long.toString(new ConsoleUsers(service.sql()).add(app.workspaceId(), "analyst").id()));
    ids.put(
        "invitations",
        service
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/" + app.workspaceId() + "/invitations",
                "{\"email\":\"fuzz@example.com\",\"role\":\"analyst\"}")
            .json()
            .at("/invitation/id")
            .asText());
    ids.put("saved-views", "0");
    app.api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"fuzz.platform.example\",\"customFields\":{\"a\":1}}");
    ids.put(
        "customers",
        app.api()
            .get("/v1/customer?customerId=fuzz.platform.example")
            .json()
            .at("/customer/id")
            .asText());
    ids.put("attributions", ids.get("customers"));
    return ids;
  }

  private void sendNext(
      List<Api> apis, Random random, AtomicInteger remaining, Promise<Void> sender) {
    if (remaining.getAndDecrement() <= 0 || hasTooManyFailures()) {
      sender.complete();
      return;
    }
    Api api;
    FuzzOperations.Request request;
    synchronized (this) {
      api = apis.get(random.nextInt(apis.size()));
      List<FuzzOperations.Operation> operations = api.operations.operations();
      request = api.operations.request(operations.get(random.nextInt(operations.size())));
    }
    send(api, request).onComplete(done -> sendNext(apis, random, remaining, sender));
  }

  private synchronized boolean hasTooManyFailures() {
    return failures.size() > MAX_FAILURES;
  }

  private Future<Void> send(Api api, FuzzOperations.Request request) {
    URI base = URI.create(api.url);
    RequestOptions options =
        new RequestOptions()
            .setHost(base.getHost())
            .setPort(base.getPort())
            .setMethod(HttpMethod.valueOf(request.method()))
            .setURI(request.target());
    api.credentials.forEach(options::putHeader);
    options.putHeader("Content-Type", "application/json");
    request.headers().forEach(options::putHeader);
    long start = System.nanoTime();
    return client
        .request(options)
        .compose(
            sent ->
                sent.send(Buffer.buffer(request.body()))
                    .compose(
                        response ->
                            response
                                .body()
                                .map(
                                    body ->
                                        recordResponse(
                                            api,
                                            request,
                                            response.statusCode(),
                                            body.toString(),
                                            start))))
        .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .onFailure(error -> recordFailure(request, "no response: " + error))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private synchronized Void recordResponse(
      Api api, FuzzOperations.Request request, int status, String body, long start) {
    statusCounts
        .computeIfAbsent(request.operation(), any -> new TreeMap<>())
        .merge(status, 1, Integer::sum);
    long elapsed = System.nanoTime() - start;
    if (elapsed > slowestNanos) {
      slowestNanos = elapsed;
      slowest = request.method() + " " + request.target();
    }
    boolean hasStackTrace = body.contains("Exception") || body.contains("\tat ");
    if (status == SERVICE_UNAVAILABLE && !isRepeating && !hasStackTrace) {
      unavailable.add(new Sent(api, request));
    } else if (status >= 500 || hasStackTrace) {
      recordFailure(request, status + " " + body);
    }
    return null;
  }

  private synchronized void recordFailure(FuzzOperations.Request request, String problem) {
    String text = request.toString();
    failures.add((text.length() > 2_000 ? text.substring(0, 2_000) : text) + " -> " + problem);
  }

  private void printSummary(double stalled) {
    statusCounts.forEach((operation, counts) -> System.out.println(operation + " " + counts));
    System.out.printf(
        "%d requests, %d operations, longest event loop stall %.0f ms, slowest %d ms: %.200s%n",
        REQUESTS, statusCounts.size(), stalled * 1_000, slowestNanos / 1_000_000, slowest);
  }
}
