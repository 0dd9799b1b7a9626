package dev.shopwire.sources.requests;

import dev.shopwire.common.addresses.HostResolver;
import dev.shopwire.common.addresses.IpAddresses;
import dev.shopwire.common.addresses.UrlTarget;
import dev.shopwire.common.http.RetryAfter;
import dev.shopwire.sources.addresses.SourceAddresses;
import io.netty.util.NetUtil;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one request, from the look-up of its name to the end of the response. At the deadline the
 * connection is reset, whatever has arrived by then. Runs on one context.
 */
final class PlatformAttempt {
  private final Vertx vertx;
  private final Context context;
  private final SourceAddresses rules;
  private final HostResolver resolver;
  private final HttpClient client;
  private final Duration deadline;
  private final PlatformRequest sent;
  private final ArrivingBytes arriving;
  private final Promise<PlatformResponse> response = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private long timer;
  private volatile boolean ended;
  private @Nullable HttpClientRequest request;

  PlatformAttempt(
      Vertx vertx,
      SourceAddresses rules,
      HostResolver resolver,
      HttpClient client,
      Duration deadline,
      PlatformRequest sent,
      ArrivingBytes arriving) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.rules = rules;
    this.resolver = resolver;
    this.client = client;
    this.deadline = deadline;
    this.sent = sent;
    this.arriving = arriving;
  }

  Future<PlatformResponse> response() {
    return response.future();
  }

  void start() {
    timer =
        vertx.setTimer(
            deadline.toMillis(),
            passed ->
                fail("timeout", "No complete response within " + deadline.toMillis() + " ms"));
    Optional<String> refusal = rules.refusal(sent.url());
    if (refusal.isPresent()) {
      fail("refused_address", "Not sent: " + refusal.get());
      return;
    }
    UrlTarget target = UrlTarget.of(URI.create(sent.url()));
    Future<List<InetAddress>> own =
        rules.mayBeOwn(target.port())
            ? rules
                .ownLiteral()
                .map(literal -> Future.succeededFuture(List.of(literal)))
                .orElseGet(() -> resolver.resolve(rules.ownHost()))
            : Future.succeededFuture(List.of());
    Future<List<InetAddress>> found =
        target
            .literal()
            .map(literal -> Future.succeededFuture(List.of(literal)))
            .orElseGet(() -> resolver.resolve(target.host()));
    Future.join(own, found)
        .onComplete(
            done ->
                context.runOnContext(
                    here -> resolved(target, found.result(), own.succeeded(), own.result())));
  }

  private void resolved(
      UrlTarget target,
      @Nullable List<InetAddress> addresses,
      boolean isOwnKnown,
      @Nullable List<InetAddress> own) {
    if (ended) {
      return;
    }
    if (addresses == null || addresses.isEmpty()) {
      fail("dns", "The name " + target.host() + " cannot be resolved");
      return;
    }
    Optional<String> refusal =
        isOwnKnown && own != null
            ? rules.refusal(addresses, target.port(), own)
            : Optional.of("the host may be Shopwire's own database");
    if (refusal.isPresent()) {
      fail("refused_address", "Not sent: " + refusal.get());
    } else {
      connect(target, IpAddresses.choose(addresses));
    }
  }

  private void connect(UrlTarget target, InetAddress vetted) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(target.port(), IpAddresses.text(vetted)))
            .setSsl(target.isTls())
            .setHost(target.host())
            .setPort(target.port())
            .setURI(path(URI.create(sent.url())))
            .setFollowRedirects(false)
            .putHeader("Content-Type", "application/json")
            .putHeader("Accept", "application/json");
    sent.headers().forEach(options::putHeader);
    client
        .request(options)
        .onSuccess(created -> connected(created, vetted))
        .onFailure(this::notConnected);
  }

  private static String path(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path =
        ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private void notConnected(Throwable cause) {
    if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
      fail("tls", "The TLS handshake failed, or the certificate is not trusted");
    } else {
      fail(
          "connect",
          cause instanceof ConnectException
              ? "The connection was refused or timed out"
              : "No connection could be made");
    }
  }

  private void connected(HttpClientRequest created, InetAddress vetted) {
    request = created;
    created.exceptionHandler(cause -> broken());
    if (ended) {
      created.reset();
      return;
    }
    SocketAddress peer = created.connection().remoteAddress();
    if (peer == null || !hasAddress(peer, vetted)) {
      fail(
          "refused_address",
          "Not sent: the connection is to another address than the one that was checked");
      return;
    }
    created.send(sent.body()).onSuccess(this::responded).onFailure(cause -> broken());
  }

  private static boolean hasAddress(SocketAddress peer, InetAddress vetted) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(peer.hostAddress());
    return Arrays.equals(bytes, vetted.getAddress());
  }

  private void responded(HttpClientResponse begun) {
    if (ended) {
      return;
    }
    begun.exceptionHandler(cause -> broken());
    if (begun.statusCode() < 200) {
      broken();
      return;
    }
    begun.handler(this::read).endHandler(done -> finish(begun));
  }

  private void read(Buffer chunk) {
    if (ended) {
      return;
    }
    if (body.length() + chunk.length() > PlatformClient.MAX_BODY) {
      fail("too_large", "The response has more than 16 MiB");
    } else if (!arriving.reserve(chunk.length())) {
      fail("too_much_at_once", "Responses to other requests fill the memory for them");
    } else {
      body.appendBuffer(chunk);
    }
  }

  private void broken() {
    fail("broken", "The connection ended before the response did");
  }

  private void fail(String code, String message) {
    if (end()) {
      if (request != null) {
        request.reset();
      }
      response.complete(PlatformResponse.failed(code, message, body));
    }
  }

  private void finish(HttpClientResponse arrived) {
    if (end()) {
      String header = arrived.getHeader("Retry-After");
      response.complete(
          new PlatformResponse(
              arrived.statusCode(),
              arrived.headers(),
              body,
              header == null ? Optional.empty() : RetryAfter.of(header, Instant.now()),
              Optional.empty()));
    }
  }

  private boolean end() {
    if (ended) {
      return false;
    }
    ended = true;
    vertx.cancelTimer(timer);
    arriving.release(body.length());
    return true;
  }
}
