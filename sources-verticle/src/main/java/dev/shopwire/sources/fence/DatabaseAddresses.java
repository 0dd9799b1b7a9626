package dev.shopwire.sources.fence;

import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.HostResolver;
import dev.shopwire.common.addresses.IpAddresses;
import dev.shopwire.sources.fence.SourceFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the address that a connection to a user's database goes to. It is looked up and checked for
 * every connection, and the connection goes to what was checked. Its futures complete on the
 * caller's context.
 */
public final class DatabaseAddresses {
  private static final Duration QUERY = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final AddressPolicy policy;
  private final HostResolver resolver;

  public DatabaseAddresses(Vertx vertx, AddressPolicy policy) {
    this(vertx, policy, List.of());
  }

  /**
   * @param nameServers empty: the system's
   */
  DatabaseAddresses(Vertx vertx, AddressPolicy policy, List<InetSocketAddress> nameServers) {
    this.vertx = vertx;
    this.policy = policy;
    this.resolver = new HostResolver(vertx, QUERY, nameServers);
  }

  /** Why a host is refused, whatever it resolves to; empty if it isn't. */
  public Optional<String> refusalOfHost(String host) {
    return policy.refusalOfHost(host);
  }

  /** One address of the host; fails unless all of them may be connected to. */
  Future<InetAddress> find(String host) {
    Optional<String> refusal = policy.refusalOfHost(host);
    if (refusal.isPresent()) {
      return Future.failedFuture(refused(refusal.get()));
    }
    Optional<InetAddress> literal = IpAddresses.literal(host);
    if (literal.isPresent()) {
      return Future.succeededFuture(literal.get());
    }
    var context = vertx.getOrCreateContext();
    return Future.future(
        promise ->
            resolver
                .resolve(host)
                .onComplete(
                    found ->
                        context.runOnContext(
                            here -> {
                              if (found.failed() || found.result().isEmpty()) {
                                promise.fail(
                                    new SourceFailure(
                                        Kind.UNREACHABLE,
                                        "The name of the host cannot be resolved"));
                              } else {
                                choose(found.result()).onComplete(promise);
                              }
                            })));
  }

  private Future<InetAddress> choose(List<InetAddress> addresses) {
    return addresses.stream()
        .flatMap(address -> policy.refusal(address).stream())
        .findFirst()
        .map(refusal -> Future.<InetAddress>failedFuture(refused(refusal)))
        .orElseGet(() -> Future.succeededFuture(IpAddresses.choose(addresses)));
  }

  private static SourceFailure refused(String refusal) {
    return new SourceFailure(Kind.REFUSED_ADDRESS, "Not connected: " + refusal);
  }

  public void close() {
    resolver.close();
  }
}
