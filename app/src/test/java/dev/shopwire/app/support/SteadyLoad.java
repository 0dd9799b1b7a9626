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
 * Clients that send requests at a steady rate, whatever becomes of them, over connections that they
 * keep, and retry as docs/operators/upgrades.md asks them to. Begins at once. Any thread may ask
 * for figures.
 */
public final class SteadyLoad implements AutoCloseable {
  private static final long TICK_MILLIS = 10;
  private static final int CONNECTIONS = 256;
  private static final int TRIES = 12;
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
  private static final Duration REST_TIME = Duration.ofMinutes(3);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

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
  private int busy;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong slowestMillis = new AtomicLong();
  private final long startNanos = System.nanoTime();
  private final int rate;
  private long sent;

  /**
   * @param rate requests a second
   * @param retries false: what isn't answered with success is a failure at once
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
      underWay.incrementAndGet();
      long begun = System.nanoTime();
      attempt(request, 1)
          .onComplete(
              done -> {
                slowestMillis.accumulateAndGet((System.nanoTime() - begun) / 1_000_000, Math::max);
                underWay.decrementAndGet();
              });
    }
  }

  /** What one attempt came to; status 0: the connection failed. */
  private record Outcome(int status, String what, long retryAfterMillis) {}

  private Future<?> attempt(Request request, int number) {
    return inTurn(request)
        .otherwise(error -> new Outcome(0, error.getClass().getSimpleName(), 0))
        .compose(
            outcome -> {
              if (isSuccess(request, outcome, number)) {
                succeeded.add(request);
                return Future.succeededFuture();
              }
              boolean passes =
                  outcome.status == 0 || outcome.status == 429 || outcome.status == 503;
              if (!retries || !passes || number == TRIES) {
                failures.add(request.kind() + ": " + outcome.status + " " + outcome.what);
                return Future.succeededFuture();
              }
              String why = outcome.status == 0 ? outcome.what : "" + outcome.status;
              retried
                  .computeIfAbsent(request.kind() + " " + why, key -> new AtomicInteger())
                  .incrementAndGet();
              return vertx
                  .timer(pause(outcome, number))
                  .compose(passed -> attempt(request, number + 1));
            });
  }

  /** A code that is refused the second time was credited the first time; no event, no shop yet. */
  private static boolean isSuccess(Request request, Outcome outcome, int number) {
    return outcome.status == 200
        || (request.kind() == Kind.CUSTOMER && outcome.status == 404)
        || (request.kind() == Kind.ATTRIBUTION && number > 1 && outcome.what.contains("already"));
  }

  private static long pause(Outcome outcome, int number) {
    long most = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << (number - 1));
    long backOff = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
    return Math.max(1, Math.max(outcome.retryAfterMillis, backOff));
  }

  /** A request for which no connection is free waits: what isn't sent yet can't be late. */
  private Future<Outcome> inTurn(Request request) {
    Promise<Void> turn = Promise.promise();
    waiting.add(turn);
    begin();
    return turn.future()
        .compose(begun -> once(request))
        .onComplete(
            done -> {
              busy--;
              begin();
            });
  }

  private void begin() {
    while (busy < CONNECTIONS && !waiting.isEmpty()) {
      busy++;
      waiting.remove().complete();
    }
  }

  private Future<Outcome> once(Request request) {
    boolean console = request.kind() == Kind.CONSOLE;
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.body().isEmpty() ? HttpMethod.GET : HttpMethod.POST)
            .setAbsoluteURI((console ? consoleUrl : apiUrl) + request.path())
            .setTimeout(ANSWER_TIME.toMillis())
            .putHeader("Content-Type", "application/json");
    if (console) {
      options.putHeader("Authorization", "Bearer " + RunningService.ADMIN_TOKEN);
    } else {
      options.putHeader("X-Api-Key", requests.key());
    }
    return client
        .request(options)
        .compose(http -> http.send(request.body()))
        .compose(answer -> answer.body().map(body -> outcome(answer, body.toString())));
  }

  private static Outcome outcome(HttpClientResponse answer, String body) {
    String after = answer.getHeader("Retry-After");
    return new Outcome(
        answer.statusCode(),
        answer.statusCode() == 200 ? "" : body,
        after == null ? 0 : Long.parseLong(after) * 1_000);
  }

  /** Begins nothing more and waits until all requests have come to their end. */
  public void finish() {
    vertx.cancelTimer(timer);
    Poll.until(REST_TIME, () -> underWay + " requests end", () -> underWay.get() == 0);
  }

  public Queue<String> failures() {
    return failures;
  }

  public Queue<Request> succeeded() {
    return succeeded;
  }

  long sent() {
    return (long) succeeded.size() + failures.size() + underWay.get();
  }

  /** From a request's beginning to its success, with all retries. */
  public long slowestMillis() {
    return slowestMillis.get();
  }

  public String figures() {
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
