package dev.shopwire.app.cluster.tls;

import com.hazelcast.cluster.Address;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds TLS below Hazelcast's own protocol on every connection between members. The open-source
 * Hazelcast has neither TLS nor passwords, but allows a node to be created with a custom context;
 * these classes are internal to Hazelcast, so a new version may require changes here, which the
 * compiler or {@code ClusterAccessIT} will show.
 */
final class TlsNodeContext extends DefaultNodeContext {
  private static final Logger LOG = LoggerFactory.getLogger(TlsNodeContext.class);
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final AtomicLong LAST_REPORT = new AtomicLong(System.nanoTime() - REPORT_NANOS);
  private static final int HANDSHAKE_SECONDS = 5;
  private static final Executor HANDSHAKE_TIMEOUT =
      CompletableFuture.delayedExecutor(HANDSHAKE_SECONDS, TimeUnit.SECONDS);

  private final ClusterTls tls;

  TlsNodeContext(ClusterTls tls) {
    this.tls = tls;
  }

  @Override
  public NodeExtension createNodeExtension(Node node) {
    return new Extension(node, tls);
  }

  private static final class Extension extends DefaultNodeExtension {
    private final ClusterTls tls;

    Extension(Node node, ClusterTls tls) {
      super(node);
      this.tls = tls;
    }

    @Override
    public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(
        ServerContext server) {
      Function<EndpointQualifier, ChannelInitializer> plain =
          super.createChannelInitializerFn(server);
      return qualifier -> channel -> initialize(channel, plain.apply(qualifier));
    }

    private void initialize(Channel channel, ChannelInitializer plain) throws Exception {
      TlsLink link = new TlsLink(tls.engine(channel.isClientMode()), channel);
      String peer =
          (channel.isClientMode() ? "to " : "from ")
              + (channel.isClientMode()
                  ? channel.attributeMap().get(Address.class)
                  : channel.remoteSocketAddress());
      channel.addCloseListener(closed -> report(peer, link));
      channel.inboundPipeline().addLast(new TlsDecoder(link));
      plain.initChannel(channel);
      channel.outboundPipeline().addLast(new TlsEncoder(link));
      if (!channel.isClientMode()) {
        HANDSHAKE_TIMEOUT.execute(() -> closeUnauthenticated(channel, link));
      }
    }

    /** Keeps clients that don't authenticate as members from occupying connections for long. */
    private static void closeUnauthenticated(Channel channel, TlsLink link) {
      if (!link.isEstablished()
          && channel.attributeMap().get(ServerConnection.class)
              instanceof ServerConnection connection) {
        connection.close("no TLS handshake within " + HANDSHAKE_SECONDS + " s", null);
      }
    }

    /** Rate-limited, as any client that reaches the port can cause it at will. */
    private static void report(String peer, TlsLink link) {
      long now = System.nanoTime();
      long last = LAST_REPORT.get();
      if (!link.isEstablished()
          && now - last > REPORT_NANOS
          && LAST_REPORT.compareAndSet(last, now)) {
        LOG.warn(
            "A connection {} on the cluster port ended before both sides authenticated{}",
            peer,
            link.failure());
      }
    }
  }
}
