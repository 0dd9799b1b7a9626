package dev.shopwire.automation.mail.imap;

import io.netty.util.NetUtil;
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
import java.time.Duration;
import java.util.Optional;

/**
 * Opens mailboxes, with TLS from the first byte. Fails with an {@link ImapFailure}. Call it on the
 * event loop that is to own the connection.
 */
public final class ImapClient {
  private final Vertx vertx;
  private final NetClient client;
  private final ClientSSLOptions tlsOptions;
  private final Times times;

  /**
   * How long things may take.
   *
   * @param step to connect, and each command
   * @param session all of it
   */
  public record Times(Duration step, Duration session) {}

  /**
   * What opens a mailbox.
   *
   * @param host for which the certificate must be
   * @param address to connect to, which the caller has checked
   */
  public record Target(
      String host, int port, InetAddress address, String user, String password, String folder) {
    /** Without the password. */
    @Override
    public String toString() {
      return user + "@" + host + ":" + port;
    }
  }

  /**
   * @param tlsOptions whom to trust; without trust options the authorities of the JDK
   */
  public ImapClient(Vertx vertx, ClientSSLOptions tlsOptions, Times times) {
    this.vertx = vertx;
    this.client = vertx.createNetClient();
    this.tlsOptions = tlsOptions.copy().setHostnameVerificationAlgorithm("HTTPS");
    this.tlsOptions.setSslHandshakeTimeout(times.step().toMillis());
    this.times = times;
  }

  public Future<ImapMailbox> open(Target target) {
    if (!ImapText.isAscii(target.user()) || !ImapText.isAscii(target.password())) {
      return Future.failedFuture(new ImapFailure("user and password must be ASCII"));
    }
    ConnectOptions options =
        new ConnectOptions()
            .setRemoteAddress(SocketAddress.inetSocketAddress(named(target)))
            .setTimeout(Math.toIntExact(times.step().toMillis()));
    return client
        .connect(options)
        .recover(error -> Future.failedFuture(new ImapFailure("could not connect")))
        .compose(socket -> open(target, socket));
  }

  /** An address with the host's name, which is not looked up. */
  private static InetSocketAddress named(Target target) {
    try {
      byte[] address = target.address().getAddress();
      return new InetSocketAddress(InetAddress.getByAddress(target.host(), address), target.port());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private Future<ImapMailbox> open(Target target, NetSocket socket) {
    ImapChannel channel = new ImapChannel(vertx, socket, times.step(), times.session());
    boolean isAddress =
        NetUtil.isValidIpV4Address(target.host()) || NetUtil.isValidIpV6Address(target.host());
    String login =
        "LOGIN " + ImapText.quoted(target.user()) + " " + ImapText.quoted(target.password());
    return channel
        // RFC 6066 has no server names that are addresses.
        .secure(tlsOptions, isAddress ? Optional.empty() : Optional.of(target.host()))
        .compose(secured -> channel.greeting())
        .compose(greeted -> channel.command("signing in", login))
        .compose(
            signedIn ->
                channel.command("opening the folder", "SELECT " + ImapText.folder(target.folder())))
        .map(selected -> new ImapMailbox(channel, ImapMailbox.count(selected)))
        .onFailure(error -> channel.close());
  }

  /** Closes the connections, too. */
  public Future<Void> close() {
    return client.close();
  }
}
