package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.smtp.SmtpClient;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.HostResolver;
import dev.shopwire.common.addresses.IpAddresses;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections to senders' servers. A workspace's server is connected to at an address that
 * was checked; the operator's is not checked. Call it on the event loop that is to own the
 * connection; futures complete there.
 */
public final class SenderConnections {
  private static final Duration QUERY_TIME = Duration.ofSeconds(2);
  private static final Duration RESOLUTION_TIME = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final AddressPolicy policy;
  private final HostResolver resolver;
  private final SmtpClient client;

  /** Trusts the authorities of the JDK. */
  public SenderConnections(Vertx vertx, MailConfig config) {
    this(vertx, config, new ClientSSLOptions());
  }

  /**
   * @param tlsOptions whom to trust
   */
  public SenderConnections(Vertx vertx, MailConfig config, ClientSSLOptions tlsOptions) {
    this.vertx = vertx;
    this.policy = config.policy();
    this.resolver = new HostResolver(vertx, QUERY_TIME, List.of());
    this.client = new SmtpClient(vertx, tlsOptions);
  }

  /** Connects and signs in; fails with an {@link SmtpFailure}. */
  public Future<SmtpConnection> open(Sender sender) {
    return open(sender, sender.smtp());
  }

  /**
   * The same with other timeouts.
   *
   * @param config the sender's but for its timeouts
   */
  Future<SmtpConnection> open(Sender sender, SmtpConfig config) {
    return sender.isConfigured()
        ? client.connect(config)
        : addressOf(config.host()).compose(address -> client.connect(config, address));
  }

  /**
   * The address to connect to for a host that a workspace has given; also for its mailbox. Fails
   * with an {@link SmtpFailure} if it has none, or one that is refused.
   *
   * @param host IPv6 without brackets
   */
  public Future<InetAddress> addressOf(String host) {
    return resolve(host).compose(this::check);
  }

  private Future<List<InetAddress>> resolve(String host) {
    Optional<InetAddress> literal = IpAddresses.literal(host);
    if (literal.isPresent()) {
      return Future.succeededFuture(List.of(literal.get()));
    }
    Context context = vertx.getOrCreateContext();
    Promise<List<InetAddress>> found = Promise.promise();
    resolver
        .resolve(host)
        .timeout(RESOLUTION_TIME.toMillis(), TimeUnit.MILLISECONDS)
        .recover(error -> Future.failedFuture(SmtpFailure.unresolved()))
        .onComplete(
            result ->
                context.runOnContext(
                    run -> {
                      if (result.succeeded()) {
                        found.complete(result.result());
                      } else {
                        found.fail(result.cause());
                      }
                    }));
    return found.future();
  }

  /** Refuses a name if one of its addresses is refused: the next look-up may choose that one. */
  private Future<InetAddress> check(List<InetAddress> addresses) {
    if (addresses.isEmpty()) {
      return Future.failedFuture(SmtpFailure.unresolved());
    }
    return addresses.stream()
        .flatMap(each -> policy.refusal(each).stream())
        .findFirst()
        .<Future<InetAddress>>map(refusal -> Future.failedFuture(SmtpFailure.forbidden(refusal)))
        .orElseGet(() -> Future.succeededFuture(IpAddresses.choose(addresses)));
  }

  /** Closes the connections, too. */
  public Future<Void> close() {
    resolver.close();
    return client.close();
  }
}
