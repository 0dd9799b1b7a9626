package dev.shopwire.sources.requests;

import dev.shopwire.common.addresses.HostResolver;
import dev.shopwire.sources.addresses.SourceAddresses;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests to platforms that may be slow, broken or hostile: the address is checked and
 * pinned at connect time, redirects are not followed, and time and size are bounded. Not
 * thread-safe; use from one event loop.
 */
public final class PlatformClient {
  /** Of a response's body. */
  static final int MAX_BODY = 16 << 20;

  private static final int HEADER_BYTES = 16_384;
  private static final Duration MAX_DNS = Duration.ofSeconds(5);
  private static final int KEEP_ALIVE_SECONDS = 4;
  private static final int CONNECTIONS = 16;

  private final Vertx vertx;
  private final SourceAddresses addresses;
  private final Duration deadline;
  private final HostResolver resolver;
  private final HttpClient client;
  private final ArrivingBytes arriving = new ArrivingBytes();

  /**
   * @param deadline of a request, from the look-up of the name to the end of the response
   */
  public PlatformClient(Vertx vertx, SourceAddresses addresses, Duration deadline) {
    this.vertx = vertx;
    this.addresses = addresses;
    this.deadline = deadline;
    Duration dns = deadline.compareTo(MAX_DNS) < 0 ? deadline : MAX_DNS;
    this.resolver = new HostResolver(vertx, dns, List.of());
    int millis = (int) deadline.toMillis();
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_1_1)
                    .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                    .setDecompressionSupported(false)
                    .setTracingPolicy(TracingPolicy.IGNORE)
                    .setMaxHeaderSize(HEADER_BYTES)
                    .setConnectTimeout(millis)
                    .setSslHandshakeTimeout(millis)
                    .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS))
            .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS).setCleanerPeriod(500))
            // A platform's errors are reported in the result; they must not fill the log.
            .withConnectHandler(connection -> connection.exceptionHandler(error -> {}))
            .build();
  }

  /** Never fails, and completes at the deadline at the latest. */
  public Future<PlatformResponse> send(PlatformRequest request) {
    PlatformAttempt attempt =
        new PlatformAttempt(vertx, addresses, resolver, client, deadline, request, arriving);
    attempt.start();
    return attempt.response();
  }

  public Future<Void> close() {
    resolver.close();
    return client.close();
  }
}
