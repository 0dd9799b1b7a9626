package dev.shopwire.common.addresses;

import io.netty.channel.ChannelFactory;
import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Resolves a name to all its addresses, A and AAAA, consulting the hosts file first. Responses are
 * cached for their TTL, at most {@value #CACHE_SECONDS} s. Names are absolute: no search domains.
 * Never blocks; its futures complete on any thread.
 */
public final class HostResolver {
  private static final int CACHE_SECONDS = 10;
  private static final int NEGATIVE_CACHE_SECONDS = 0;

  private final DnsNameResolver resolver;

  /**
   * @param queryTimeout for each server that is asked
   * @param servers empty: the system's
   */
  public HostResolver(Vertx vertx, Duration queryTimeout, List<InetSocketAddress> servers) {
    VertxInternal internal = (VertxInternal) vertx;
    Transport transport = internal.transport();
    ChannelFactory<SocketChannel> tcp =
        () -> (SocketChannel) transport.channelFactory(false).newChannel();
    DnsNameResolverBuilder builder =
        new DnsNameResolverBuilder(internal.nettyEventLoopGroup().next())
            .datagramChannelFactory(transport::datagramChannel)
            // For responses that are too long for a datagram.
            .socketChannelFactory(tcp)
            // A new source port for each query makes responses hard to forge.
            .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution)
            .resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
            .ttl(0, CACHE_SECONDS)
            .negativeTtl(NEGATIVE_CACHE_SECONDS)
            .searchDomains(List.of())
            .queryTimeoutMillis(Math.max(1, queryTimeout.toMillis()));
    if (!servers.isEmpty()) {
      builder.nameServerProvider(new SequentialDnsServerAddressStreamProvider(servers));
    }
    resolver = builder.build();
  }

  /** Fails if the name has no address or no server responds in time. */
  public Future<List<InetAddress>> resolve(String name) {
    Promise<List<InetAddress>> found = Promise.promise();
    resolver
        .resolveAll(name)
        .addListener(
            (io.netty.util.concurrent.Future<List<InetAddress>> ended) -> {
              if (ended.isSuccess()) {
                found.complete(ended.getNow());
              } else {
                found.fail(ended.cause());
              }
            });
    return found.future();
  }

  public void close() {
    resolver.close();
  }
}
