package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.NamedAddress;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.secrets.SecretKeysConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Settings for sending mails.
 *
 * @param configured the sender of workspaces that have chosen none
 * @param allowPrivate whether workspaces' mail servers may have loopback and private addresses
 * @param replyTime how long a server may take to answer to a mail that it has been given
 * @param linksUrl the base of links in mails, without a slash at its end
 * @param sendersPerWorkspace at most
 * @param secrets the keys of the webhooks' signing secrets, which encrypt those of senders too
 */
public record MailConfig(
    Optional<Sender> configured,
    boolean allowPrivate,
    Duration replyTime,
    String linksUrl,
    int sendersPerWorkspace,
    SecretKeysConfig secrets) {
  private static final int MAX_LINKS_URL = 200;

  public static MailConfig of(Settings settings) {
    Duration replyTime =
        Duration.ofMillis(settings.integer("mail.reply.millis", 300_000, 1_000, 3_600_000));
    return new MailConfig(
        configured(settings, replyTime),
        settings.bool("mail.allow.private", false),
        replyTime,
        linksUrl(settings),
        settings.integer("limits.mail.senders", 50, 1, 1_000),
        SecretKeysConfig.shared(settings));
  }

  private static Optional<Sender> configured(Settings settings, Duration replyTime) {
    Optional<String> uri = settings.secret("mail.uri");
    Optional<NamedAddress> from = settings.text("mail.from").map(text -> from(settings, text));
    if (uri.isEmpty()) {
      return Optional.empty();
    }
    NamedAddress address =
        from.orElseThrow(
            () ->
                new SettingException(
                    "%s: %s needs it: the address that mails come from, such as shop@example.com"
                        .formatted(settings.nameOf("mail.from"), settings.nameOf("mail.uri"))));
    try {
      SmtpConfig smtp =
          SmtpConfig.parse(
              uri.get(), address.address().domain(), SmtpTimeouts.withFinalReply(replyTime));
      return Optional.of(Sender.configured(address, smtp));
    } catch (IllegalArgumentException e) {
      throw settings.invalidSecret(
          "mail.uri",
          "smtp://user:password@host:587?tls=required, optional or none, or smtps://… ("
              + e.getMessage()
              + ")");
    }
  }

  /** An address, or a name and an address in angle brackets. */
  private static NamedAddress from(Settings settings, String text) {
    int bracket = text.endsWith(">") ? text.lastIndexOf('<') : -1;
    try {
      return bracket < 0
          ? NamedAddress.of(MailAddress.parse(text))
          : new NamedAddress(
              MailAddress.parse(text.substring(bracket + 1, text.length() - 1)),
              Optional.of(text.substring(0, bracket).strip()));
    } catch (InvalidAddress e) {
      throw settings.invalid(
          "mail.from", "an address, such as shop@example.com or Shop <shop@example.com>", text);
    }
  }

  private static String linksUrl(Settings settings) {
    Optional<String> given = settings.text("mail.links.url");
    if (given.isEmpty()) {
      return "http://localhost:" + settings.port("http.port", 8080);
    }
    String text = given.get();
    try {
      URI uri = URI.create(text.replaceAll("/+$", ""));
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean isHttp = scheme.equals("https") || scheme.equals("http");
      boolean isBase =
          uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      if (isHttp && isBase && text.length() <= MAX_LINKS_URL) {
        return uri.toASCIIString();
      }
    } catch (IllegalArgumentException e) {
      // rejected below
    }
    throw settings.invalid(
        "mail.links.url", "where recipients reach the public port: https://api.example.com", text);
  }

  /** A link of the form that those in mails have, for previews. */
  public String exampleLink() {
    return linksUrl + UnsubscribeLink.PATH + "example";
  }

  /** Which mail servers workspaces may use. */
  AddressPolicy policy() {
    return new AddressPolicy(
        allowPrivate, List.of(), "SHOPWIRE_MAIL_ALLOW_PRIVATE=true allows it", Optional.empty());
  }
}
