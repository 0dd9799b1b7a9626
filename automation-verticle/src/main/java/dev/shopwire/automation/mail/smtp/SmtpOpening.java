package dev.shopwire.automation.mail.smtp;

import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.net.ClientSSLOptions;
import java.util.Optional;

/** Takes a new connection from the banner to where mails can be sent. */
final class SmtpOpening {
  // RFC 4954, section 4: a longer initial response has to be sent on a line of its own.
  private static final int MAX_COMMAND = 510;

  private final SmtpConfig config;
  private final SmtpChannel channel;
  private final ClientSSLOptions tlsOptions;

  SmtpOpening(SmtpConfig config, SmtpChannel channel, ClientSSLOptions tlsOptions) {
    this.config = config;
    this.channel = channel;
    this.tlsOptions = tlsOptions;
  }

  /** Fails with an {@link SmtpFailure}, and the channel is closed then. */
  Future<Capabilities> run() {
    channel.startDeadline();
    return secureFromStart()
        .compose(connected -> channel.reply(Stage.BANNER, 2))
        .compose(banner -> hello())
        .compose(this::startTls)
        .compose(capabilities -> authenticate(capabilities).map(capabilities))
        .onSuccess(opened -> channel.stopDeadline())
        .onFailure(error -> channel.close());
  }

  private Future<Void> secureFromStart() {
    return config.tls() == TlsMode.IMPLICIT ? secure() : Future.succeededFuture();
  }

  private Future<Capabilities> hello() {
    return channel.command(Stage.EHLO, "EHLO " + config.heloName(), 2).map(Capabilities::of);
  }

  private Future<Capabilities> startTls(Capabilities offered) {
    return switch (config.tls()) {
      case IMPLICIT, NONE -> Future.succeededFuture(offered);
      case OPTIONAL, REQUIRED -> {
        if (offered.startTls()) {
          yield channel
              .command(Stage.STARTTLS, "STARTTLS", 2)
              .compose(ready -> secure())
              // What was offered in clear may have been changed on its way.
              .compose(secured -> hello());
        }
        boolean mayBeClear = config.tls() == TlsMode.OPTIONAL && config.credentials().isEmpty();
        yield mayBeClear ? Future.succeededFuture(offered) : unsupported(Stage.STARTTLS);
      }
    };
  }

  private Future<Void> secure() {
    boolean isVerified = config.tls() != TlsMode.OPTIONAL || config.credentials().isPresent();
    ClientSSLOptions options = tlsOptions.copy();
    options.setSslHandshakeTimeout(config.timeouts().reply().toMillis());
    if (!isVerified) {
      options.setTrustAll(true).setHostnameVerificationAlgorithm("");
    }
    boolean isAddress =
        NetUtil.isValidIpV4Address(config.host()) || NetUtil.isValidIpV6Address(config.host());
    // RFC 6066 has no server names that are addresses.
    return channel.secure(options, isAddress ? Optional.empty() : Optional.of(config.host()));
  }

  private Future<?> authenticate(Capabilities offered) {
    if (config.credentials().isEmpty()) {
      return Future.succeededFuture();
    }
    Credentials credentials = config.credentials().get();
    if (offered.mechanisms().contains("PLAIN")) {
      return plain(credentials);
    }
    return offered.mechanisms().contains("LOGIN") ? login(credentials) : unsupported(Stage.AUTH);
  }

  private Future<Reply> plain(Credentials credentials) {
    String command = "AUTH PLAIN " + credentials.plain();
    if (command.length() <= MAX_COMMAND) {
      return channel.command(Stage.AUTH, command, 2);
    }
    return channel
        .command(Stage.AUTH, "AUTH PLAIN", 3)
        .compose(goOn -> channel.command(Stage.AUTH, credentials.plain(), 2));
  }

  private Future<Reply> login(Credentials credentials) {
    return channel
        .command(Stage.AUTH, "AUTH LOGIN", 3)
        .compose(user -> channel.command(Stage.AUTH, Credentials.base64(credentials.user()), 3))
        .compose(
            password -> channel.command(Stage.AUTH, Credentials.base64(credentials.password()), 2));
  }

  private static <T> Future<T> unsupported(Stage stage) {
    return Future.failedFuture(new SmtpFailure(stage, Kind.UNSUPPORTED));
  }
}
