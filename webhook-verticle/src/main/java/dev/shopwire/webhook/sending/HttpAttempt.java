package dev.shopwire.webhook.sending;

import dev.shopwire.webhook.addresses.AddressRules;
import dev.shopwire.webhook.addresses.UrlTarget;
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
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One request from the look-up of its name to the end of its answer. Everything in it happens on
 * one context; whatever comes after its end is put away.
 */
final class HttpAttempt {
  private final Context context;
  private final SendingConfig config;
  private final AddressRules rules;
  private final HostResolver names;
  private final HttpClient client;
  private final SendRequest outgoing;
  private final Promise<SendResult> reply = Promise.promise();
  private final long started = System.nanoTime();
  private final ResponseBody answer;
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
      HostResolver names,
      HttpClient client,
      SendRequest outgoing) {
    this.context = context;
    this.config = config;
    this.rules = rules;
    this.names = names;
    this.client = client;
    this.outgoing = outgoing;
    this.answer = new ResponseBody(config.answerBytes(), config.keptBytes());
  }

  Future<SendResult> reply() {
    return reply.future();
  }

  void start() {
    // A timer counts whole milliseconds; none of them is cut off.
    long left = config.deadline().minus(elapsed()).toMillis() + 1;
    deadline = context.owner().setTimer(Math.max(1, left), late -> end(SendingFailure.TIMEOUT));
    Optional<String> refusal = rules.refusal(outgoing.url());
    if (refusal.isPresent()) {
      refuse(refusal.get());
      return;
    }
    UrlTarget target = UrlTarget.of(outgoing.url());
    target
        .literal()
        .map(literal -> Future.succeededFuture(List.of(literal)))
        .orElseGet(() -> names.addresses(target.host()))
        .onComplete(
            found -> {
              // A look-up may end long after the attempt, when its event loop is no more.
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
      connect(target, chosen(addresses));
    }
  }

  /** Any, so that a retry may get past a dead one; an IPv4 one if there is one. */
  private static InetAddress chosen(List<InetAddress> addresses) {
    List<InetAddress> ipv4 =
        addresses.stream().filter(each -> each.getAddress().length == 4).toList();
    List<InetAddress> best = ipv4.isEmpty() ? addresses : ipv4;
    return best.get(ThreadLocalRandom.current().nextInt(best.size()));
  }

  private void connect(UrlTarget target, InetAddress vetted) {
    SocketAddress server = SocketAddress.inetSocketAddress(target.port(), UrlTarget.text(vetted));
    boolean ipv6 = vetted.getAddress().length == 16;
    address = (ipv6 ? "[" + server.host() + "]" : server.host()) + ":" + server.port();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(server)
            .setSsl(target.isTls())
            .setHost(target.host())
            .setPort(target.port())
            .setURI(path(outgoing.url()))
            .setFollowRedirects(false);
    outgoing.headers().forEach(options::putHeader);
    client
        .request(options)
        .onSuccess(made -> connected(made, vetted))
        .onFailure(cause -> end(SendingFailure.connecting(cause)));
  }

  private static String path(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path =
        ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private void connected(HttpClientRequest made, InetAddress vetted) {
    request = made;
    made.exceptionHandler(cause -> end(SendingFailure.broken()));
    if (ended) {
      made.reset();
      return;
    }
    SocketAddress peer = made.connection().remoteAddress();
    if (peer == null || !isOf(peer, vetted)) {
      refuse("the connection leads to another address");
      return;
    }
    made.send(outgoing.body())
        .onSuccess(this::answered)
        .onFailure(cause -> end(SendingFailure.broken()));
  }

  private static boolean isOf(SocketAddress peer, InetAddress vetted) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(peer.hostAddress());
    return Arrays.equals(bytes, vetted.getAddress());
  }

  private void answered(HttpClientResponse response) {
    if (ended) {
      return;
    }
    int code = response.statusCode();
    status = code;
    response.exceptionHandler(cause -> end(SendingFailure.broken()));
    if (code < 200) {
      // The client takes an interim answer that it doesn't know for the last one; what follows
      // must not become the answer to the connection's next request.
      finish(Outcome.STATUS, answer.text(), false);
      return;
    }
    String header = response.getHeader("Retry-After");
    if (header != null && code / 100 != 2) {
      retryAfter = RetryAfter.of(header, Instant.now()).orElse(null);
    }
    response
        .handler(chunk -> read(chunk, code))
        .endHandler(whole -> finish(outcome(code), answer.text(), true));
  }

  private void read(Buffer chunk, int code) {
    if (!ended && !answer.add(chunk)) {
      finish(outcome(code), answer.text(), false);
    }
  }

  private static Outcome outcome(int code) {
    return code == 410 ? Outcome.GONE : code / 100 == 2 ? Outcome.DELIVERED : Outcome.STATUS;
  }

  private void refuse(String why) {
    finish(Outcome.REFUSED, why, false);
  }

  private void end(SendingFailure fault) {
    String text = answer.text();
    finish(fault.outcome(), text == null ? fault.words() : text, false);
  }

  /**
   * @param clean whether the connection may serve another request
   */
  private void finish(Outcome outcome, @Nullable String response, boolean clean) {
    if (ended) {
      return;
    }
    ended = true;
    context.owner().cancelTimer(deadline);
    if (request != null && !clean) {
      request.reset();
    }
    reply.complete(new SendResult(outcome, address, status, elapsed(), response, retryAfter));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
