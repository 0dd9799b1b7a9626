package dev.shopwire.webhook.sending;

import dev.shopwire.webhook.addresses.AddressRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.tracing.TracingPolicy;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests to receivers that may be slow, broken or hostile.
 *
 * <p>Each {@link #send} puts at most one request on the wire: nothing is repeated and no redirect
 * is followed. An idle connection waits for the next request for a short time only (Node's servers
 * end theirs after 5 s, gunicorn after 2 s), or for less if the receiver said so; one that the
 * receiver ends just as a request is written makes that request {@link Outcome#BROKEN}, since it
 * may have been read. May be called on any thread.
 */
public final class Sender {
  private static final int HEADER_BYTES = 16_384;

  private final Vertx vertx;
  private final SendingConfig config;
  private final AddressRules rules;
  private final HostResolver names;
  private final HttpClient client;

  public Sender(Vertx vertx, SendingConfig config, AddressRules rules) {
    this(vertx, config, rules, new HttpClientOptions());
  }

  /**
   * @param trust whose certificates are believed; the rest of it is set here
   */
  Sender(Vertx vertx, SendingConfig config, AddressRules rules, HttpClientOptions trust) {
    this.vertx = vertx;
    this.config = config;
    this.rules = rules;
    this.names = new HostResolver(vertx, config);
    this.client =
        vertx
            .httpClientBuilder()
            .with(options(trust, config))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(config.connectionsPerHost())
                    .setCleanerPeriod(500))
            // What a receiver does wrong stands in the reply; the log is not its to fill.
            .withConnectHandler(connection -> connection.exceptionHandler(fault -> {}))
            .build();
  }

  private static HttpClientOptions options(HttpClientOptions trust, SendingConfig config) {
    int deadline = (int) config.deadline().toMillis();
    return new HttpClientOptions(trust)
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAliveTimeout(config.keepAliveSeconds())
        .setDecompressionSupported(false)
        .setTracingPolicy(TracingPolicy.ALWAYS)
        .setMaxHeaderSize(HEADER_BYTES)
        .setConnectTimeout(deadline)
        .setSslHandshakeTimeout(deadline)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  /** Never fails, and ends at the deadline at the latest. */
  public Future<SendResult> send(SendRequest outgoing) {
    // Its own: what the attempt was begun by is no part of its trace.
    Context context = ((ContextInternal) vertx.getOrCreateContext()).unwrap().duplicate();
    HttpAttempt attempt = new HttpAttempt(context, config, rules, names, client, outgoing);
    context.runOnContext(started -> attempt.start());
    return attempt.reply();
  }

  /**
   * Ends all connections; what is under way becomes {@link Outcome#BROKEN}, at its deadline at the
   * latest.
   */
  public Future<Void> close() {
    names.close();
    return client.close();
  }
}
