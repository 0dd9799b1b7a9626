package dev.shopwire.automation.mail.smtp;

import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Opens connections to SMTP servers. Call it on the event loop that is to own the connection. */
public final class SmtpClient {
  private final Vertx vertx;
  private final NetClient client;
  private final ClientSSLOptions tlsOptions;

  /**
   * @param tlsOptions whom to trust; without trust options the authorities of the JDK
   */
  public SmtpClient(Vertx vertx, ClientSSLOptions tlsOptions) {
    this.vertx = vertx;
    this.client = vertx.createNetClient();
    this.tlsOptions = tlsOptions.copy().setHostnameVerificationAlgorithm("HTTPS");
  }

  /** Connects to the host's address, as Vert.x resolves it. */
  public Future<SmtpConnection> connect(SmtpConfig config) {
    return connect(config, SocketAddress.inetSocketAddress(config.port(), config.host()));
  }

  /**
   * Connects to an address that the caller has resolved and checked. The certificate must be for
   * the host of {@code config} nevertheless.
   */
  public Future<SmtpConnection> connect(SmtpConfig config, InetAddress address) {
    return connect(config, SocketAddress.inetSocketAddress(named(config, address)));
  }

  /** An address with the host's name, which is not looked up. */
  private static InetSocketAddress named(SmtpConfig config, InetAddress address) {
    try {
      InetAddress named = InetAddress.getByAddress(config.host(), address.getAddress());
      return new InetSocketAddress(named, config.port());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private Future<SmtpConnection> connect(SmtpConfig config, SocketAddress address) {
    // The address carries the name that a later handshake verifies.
    ConnectOptions options =
        new ConnectOptions()
            .setRemoteAddress(address)
            .setTimeout(Math.toIntExact(config.timeouts().connect().toMillis()));
    return client
        .connect(options)
        .recover(error -> Future.failedFuture(new SmtpFailure(Stage.CONNECT, Kind.UNREACHABLE)))
        .compose(socket -> open(config, socket));
  }

  private Future<SmtpConnection> open(SmtpConfig config, NetSocket socket) {
    Context context = vertx.getOrCreateContext();
    SmtpChannel channel = new SmtpChannel(vertx, socket, config);
    return new SmtpOpening(config, channel, tlsOptions)
        .run()
        .map(capabilities -> new SmtpConnection(context, channel, capabilities));
  }

  /** Closes the connections, too. */
  public Future<Void> close() {
    return client.close();
  }
}
