package dev.shopwire.webhook.sending;

import dev.shopwire.common.addresses.HostResolver;
import dev.shopwire.common.addresses.IpAddresses;
import dev.shopwire.common.addresses.UrlTarget;
import dev.shopwire.common.http.RetryAfter;
import dev.shopwire.webhook.addresses.AddressRules;
import io.netty.util.NetUtil;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes one request, from the look-up of its name to the end of the response. Runs on one context;
 * whatever arrives after its end is discarded.
 */
final class HttpAttempt {
  private final Context context;
  private final SendingConfig config;
  private final AddressRules rules;
  private final HostResolver resolver;
  private final HttpClient client;
  private final SendRequest sendRequest;
  private final Promise<SendResult> reply = Promise.promise();
  private final long started = System.nanoTime();
  private final ResponseBody body;
  private long deadline;
  private volatile boolean ended;
  private @Nullable String address;
  private @Nullable HttpClientRequest request;
  private @Nullable Integer status;
  private @Nullable Duration retryAfter;

  HttpAttempt(
      Context context,
      SendingConfig config,
      AddressRules rules,
      HostResolver resolver,
      HttpClient client,
      SendRequest sendRequest) {
    this.context = context;
    this.config = config;
    this.rules = rules;
    this.resolver = resolver;
    this.client = client;
    this.sendRequest = sendRequest;
    this.body = new ResponseBody(config.maxResponseBytes(), config.keptBytes());
  }

  Future<SendResult> reply() {
    return reply.future();
  }

  void start() {
    // A timer counts whole milliseconds: rounded up, so that none is cut off.
    long left = config.deadline().minus(elapsed()).toMillis() + 1;
    deadline = context.owner().setTimer(Math.max(1, left), timer -> end(SendingFailure.TIMEOUT));
    Optional<String> refusal = rules.refusal(sendRequest.url());
    if (refusal.isPresent()) {
      refuse(refusal.get());
      return;
    }
    UrlTarget target = UrlTarget.of(sendRequest.url());
    target
        .literal()
        .map(literal -> Future.succeededFuture(List.of(literal)))
        .orElseGet(() -> resolver.resolve(target.host()))
        .onComplete(
            found -> {
              // A look-up may end long after the attempt, when its event loop has stopped.
              if (!ended) {
                context.runOnContext(here -> resolved(target, found.result()));
              }
            });
  }

  private void resolved(UrlTarget target, @Nullable List<InetAddress> addresses) {
    if (ended) {
      return;
    }
    if (addresses == null || addresses.isEmpty()) {
      end(SendingFailure.DNS);
      return;
    }
    Optional<String> refusal =
        addresses.stream().flatMap(each -> rules.refusal(each).stream()).findFirst();
    if (refusal.isPresent()) {
      refuse(refusal.get());
    } else {
      connect(target, IpAddresses.choose(addresses));
    }
  }

  private void connect(UrlTarget target, InetAddress vetted) {
    SocketAddress server = SocketAddress.inetSocketAddress(target.port(), IpAddresses.text(vetted));
    boolean ipv6 = vetted.getAddress().length == 16;
    address = (ipv6 ? "[" + server.host() + "]" : server.host()) + ":" + server.port();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(server)
            .setSsl(target.isTls())
            .setHost(target.host())
            .setPort(target.port())
            .setURI(path(sendRequest.url()))
            .setFollowRedirects(false);
    sendRequest.headers().forEach(options::putHeader);
    client
        .request(options)
        .onSuccess(created -> connected(created, vetted))
        .onFailure(cause -> end(SendingFailure.connecting(cause)));
  }

  private static String path(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path =
        ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private void connected(HttpClientRequest created, InetAddress vetted) {
    request = created;
    created.exceptionHandler(cause -> end(SendingFailure.broken()));
    if (ended) {
      created.reset();
      return;
    }
    SocketAddress peer = created.connection().remoteAddress();
    if (peer == null || !hasAddress(peer, vetted)) {
      refuse("the connection is to a different address than the one that was checked");
      return;
    }
    created
        .send(sendRequest.body())
        .onSuccess(this::responded)
        .onFailure(cause -> end(SendingFailure.broken()));
  }

  private static boolean hasAddress(SocketAddress peer, InetAddress vetted) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(peer.hostAddress());
    return Arrays.equals(bytes, vetted.getAddress());
  }

  private void responded(HttpClientResponse response) {
    if (ended) {
      return;
    }
    int code = response.statusCode();
    status = code;
    response.exceptionHandler(cause -> end(SendingFailure.broken()));
    if (code < 200) {
      // The client takes an interim response that it doesn't know for the final one; what follows
      // must not become the response to the connection's next request.
      finish(Outcome.STATUS, body.text(), false);
      return;
    }
    String header = response.getHeader("Retry-After");
    if (header != null && code / 100 != 2) {
      retryAfter = RetryAfter.of(header, Instant.now()).orElse(null);
    }
    response
        .handler(chunk -> read(chunk, code))
        .endHandler(done -> finish(outcome(code), body.text(), true));
  }

  private void read(Buffer chunk, int code) {
    if (!ended && !body.add(chunk)) {
      finish(outcome(code), body.text(), false);
    }
  }

  private static Outcome outcome(int code) {
    return code == 410 ? Outcome.GONE : code / 100 == 2 ? Outcome.DELIVERED : Outcome.STATUS;
  }

  private void refuse(String why) {
    finish(Outcome.REFUSED, why, false);
  }

  private void end(SendingFailure failure) {
    String text = body.text();
    finish(failure.outcome(), text == null ? failure.message() : text, false);
  }

  /**
   * @param reusable whether the connection may serve another request
   */
  private void finish(Outcome outcome, @Nullable String response, boolean reusable) {
    if (ended) {
      return;
    }
    ended = true;
    context.owner().cancelTimer(deadline);
    if (request != null && !reusable) {
      request.reset();
    }
    reply.complete(new SendResult(outcome, address, status, elapsed(), response, retryAfter));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
