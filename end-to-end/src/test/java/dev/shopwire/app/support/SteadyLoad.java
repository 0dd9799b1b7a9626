package dev.shopwire.app.support;

import dev.shopwire.app.support.SteadyRequests.Kind;
import dev.shopwire.app.support.SteadyRequests.Request;
import dev.shopwire.testing.Poll;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends requests at a steady rate over keep-alive connections, whatever the responses, and retries
 * as docs/operators/upgrades.md requires. Starts at once. Results may be read from any thread.
 */
public final class SteadyLoad implements AutoCloseable {
  private static final long TICK_MILLIS = 10;
  private static final int CONNECTIONS = 256;
  private static final int MAX_ATTEMPTS = 12;
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(3);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long MAX_PAUSE_MILLIS = 5_000;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client;
  private final String apiUrl;
  private final String consoleUrl;
  private final SteadyRequests requests;
  private final boolean retries;
  private final long timer;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> retried = new ConcurrentHashMap<>();
  private final Queue<Request> succeeded = new ConcurrentLinkedQueue<>();
  private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
  private int busyConnections;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong slowestMillis = new AtomicLong();
  private final long startNanos = System.nanoTime();
  private final int rate;
  private long sent;

  /**
   * @param rate requests a second
   * @param retries whether to retry; if not, every unsuccessful response is a failure
   */
  public SteadyLoad(
      String apiUrl, String consoleUrl, SteadyRequests requests, int rate, boolean retries) {
    this.apiUrl = apiUrl;
    this.consoleUrl = consoleUrl;
    this.requests = requests;
    this.rate = rate;
    this.retries = retries;
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout(2_000).setKeepAliveTimeout(30),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    timer = vertx.setPeriodic(TICK_MILLIS, id -> send());
  }

  private void send() {
    long due = (System.nanoTime() - startNanos) / 1_000_000 * rate / 1_000;
    while (sent < due) {
      Request request = requests.next(sent++);
      inFlight.incrementAndGet();
      long started = System.nanoTime();
      attempt(request, 1)
          .onComplete(
              done -> {
                slowestMillis.accumulateAndGet(
                    (System.nanoTime() - started) / 1_000_000, Math::max);
                inFlight.decrementAndGet();
              });
    }
  }

  /** The result of one attempt; status 0 means that the connection failed. */
  private record Outcome(int status, String message, long retryAfterMillis) {}

  private Future<?> attempt(Request request, int number) {
    return sendWhenConnectionIsFree(request)
        .otherwise(error -> new Outcome(0, error.getClass().getSimpleName(), 0))
        .compose(
            outcome -> {
              if (isSuccess(request, outcome, number)) {
                succeeded.add(request);
                return Future.succeededFuture();
              }
              boolean isTemporary =
                  outcome.status == 0 || outcome.status == 429 || outcome.status == 503;
              if (!retries || !isTemporary || number == MAX_ATTEMPTS) {
                failures.add(request.kind() + ": " + outcome.status + " " + outcome.message);
                return Future.succeededFuture();
              }
              String reason = outcome.status == 0 ? outcome.message : "" + outcome.status;
              retried
                  .computeIfAbsent(request.kind() + " " + reason, key -> new AtomicInteger())
                  .incrementAndGet();
              return vertx
                  .timer(pause(outcome, number))
                  .compose(passed -> attempt(request, number + 1));
            });
  }

  /** A retried code may be credited already, and a shop is unknown until its first event. */
  private static boolean isSuccess(Request request, Outcome outcome, int number) {
    return outcome.status == 200
        || (request.kind() == Kind.CUSTOMER && outcome.status == 404)
        || (request.kind() == Kind.ATTRIBUTION
            && number > 1
            && outcome.message.contains("already"));
  }

  private static long pause(Outcome outcome, int number) {
    long maxMillis = Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << (number - 1));
    long backoff = ThreadLocalRandom.current().nextLong(maxMillis / 2, maxMillis + 1);
    return Math.max(1, Math.max(outcome.retryAfterMillis, backoff));
  }

  /** Waits for a free connection, so that the response timeout starts with the sending. */
  private Future<Outcome> sendWhenConnectionIsFree(Request request) {
    Promise<Void> connection = Promise.promise();
    waiting.add(connection);
    startWaiting();
    return connection
        .future()
        .compose(ready -> sendOnce(request))
        .onComplete(
            done -> {
              busyConnections--;
              startWaiting();
            });
  }

  private void startWaiting() {
    while (busyConnections < CONNECTIONS && !waiting.isEmpty()) {
      busyConnections++;
      waiting.remove().complete();
    }
  }

  private Future<Outcome> sendOnce(Request request) {
    boolean console = request.kind() == Kind.CONSOLE;
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.body().isEmpty() ? HttpMethod.GET : HttpMethod.POST)
            .setAbsoluteURI((console ? consoleUrl : apiUrl) + request.path())
            .setTimeout(RESPONSE_TIMEOUT.toMillis())
            .putHeader("Content-Type", "application/json");
    if (console) {
      options.putHeader("Authorization", "Bearer " + RunningService.ADMIN_TOKEN);
    } else {
      options.putHeader("X-Api-Key", requests.key());
    }
    return client
        .request(options)
        .compose(http -> http.send(request.body()))
        .compose(response -> response.body().map(body -> outcome(response, body.toString())));
  }

  private static Outcome outcome(HttpClientResponse response, String body) {
    String retryAfter = response.getHeader("Retry-After");
    return new Outcome(
        response.statusCode(),
        response.statusCode() == 200 ? "" : body,
        retryAfter == null ? 0 : Long.parseLong(retryAfter) * 1_000);
  }

  /** Stops sending and waits until all requests have finished. */
  public void finish() {
    vertx.cancelTimer(timer);
    Poll.until(
        FINISH_TIMEOUT,
        () -> "no requests in flight, actual " + inFlight,
        () -> inFlight.get() == 0);
  }

  public Queue<String> failures() {
    return failures;
  }

  public Queue<Request> succeeded() {
    return succeeded;
  }

  long sent() {
    return (long) succeeded.size() + failures.size() + inFlight.get();
  }

  /** The longest time from a request's first attempt to its end, with all retries. */
  public long slowestMillis() {
    return slowestMillis.get();
  }

  public String summary() {
    return "%d requests in %d s, retried %s, the slowest took %s ms"
        .formatted(
            sent(), (System.nanoTime() - startNanos) / 1_000_000_000, retried, slowestMillis);
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
    vertx.close().await();
  }
}
