package dev.shopwire.webhook.sending;

import dev.shopwire.common.addresses.HostResolver;
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
 * <p>Each {@link #send} puts at most one request on the wire: nothing is retried and no redirect is
 * followed. Idle connections are kept only briefly (Node's servers close theirs after 5 s, gunicorn
 * after 2 s), or even less if the receiver said so. If the receiver closes one just as a request is
 * written, that request is {@link Outcome#BROKEN}, since it may have been read. May be called on
 * any thread.
 */
public final class Sender {
  private static final int HEADER_BYTES = 16_384;

  private final Vertx vertx;
  private final SendingConfig config;
  private final AddressRules rules;
  private final HostResolver resolver;
  private final HttpClient client;

  public Sender(Vertx vertx, SendingConfig config, AddressRules rules) {
    this(vertx, config, rules, new HttpClientOptions());
  }

  /**
   * @param trust which certificates are trusted; the other options are set here
   */
  Sender(Vertx vertx, SendingConfig config, AddressRules rules, HttpClientOptions trust) {
    this.vertx = vertx;
    this.config = config;
    this.rules = rules;
    this.resolver = new HostResolver(vertx, config.queryTimeout(), config.dnsServers());
    this.client =
        vertx
            .httpClientBuilder()
            .with(options(trust, config))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(config.connectionsPerHost())
                    .setCleanerPeriod(500))
            // A receiver's errors are reported in the result; they must not fill the log.
            .withConnectHandler(connection -> connection.exceptionHandler(error -> {}))
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

  /** Never fails, and completes at the deadline at the latest. */
  public Future<SendResult> send(SendRequest request) {
    // A context of its own, so that the attempt's trace doesn't include what started it.
    Context context = ((ContextInternal) vertx.getOrCreateContext()).unwrap().duplicate();
    HttpAttempt attempt = new HttpAttempt(context, config, rules, resolver, client, request);
    context.runOnContext(ignored -> attempt.start());
    return attempt.reply();
  }

  /**
   * Closes all connections; requests in flight become {@link Outcome#BROKEN}, at their deadlines at
   * the latest.
   */
  public Future<Void> close() {
    resolver.close();
    return client.close();
  }
}
