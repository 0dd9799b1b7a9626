package dev.shopwire.automation.mail.senders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.automation.mail.smtp.Credentials;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.util.Optional;

/**
 * A mailbox that is read by IMAP, with TLS from the first byte.
 *
 * @param host a name in ASCII or an IP address, IPv6 without brackets
 */
public record Mailbox(String host, int port, Credentials credentials, String folder) {
  private static final int DEFAULT_PORT = 993;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_FOLDER = 200;

  public Mailbox {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("The port is between 1 and " + MAX_PORT);
    }
    boolean isFolder =
        folder.length() <= MAX_FOLDER && folder.chars().noneMatch(Character::isISOControl);
    if (!isFolder) {
      throw new IllegalArgumentException(
          "The folder has at most " + MAX_FOLDER + " characters, without control characters");
    }
  }

  /**
   * Reads {@code imaps://user:password@host:993/folder}, percent-encoded; the folder is INBOX
   * unless given.
   *
   * @throws IllegalArgumentException with what is wrong, without the text itself
   */
  public static Mailbox parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      // Its message repeats the text.
      throw invalid("special characters of user, password and folder must be percent-encoded");
    }
    if (!"imaps".equalsIgnoreCase(uri.getScheme())) {
      throw invalid("it must begin with imaps://");
    }
    String host = Optional.ofNullable(uri.getHost()).orElse("");
    if (host.isEmpty() || host.contains("%")) {
      throw invalid("the host must be a name in ASCII or an IP address");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw invalid("nothing may follow the folder");
    }
    String folder = Optional.ofNullable(uri.getPath()).orElse("").replaceFirst("^/", "");
    return new Mailbox(
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
        credentials(Optional.ofNullable(uri.getRawUserInfo()).orElse("")),
        folder.isEmpty() ? "INBOX" : folder);
  }

  private static Credentials credentials(String userInfo) {
    int colon = userInfo.indexOf(':');
    if (colon < 0) {
      throw invalid("a user and a password are needed");
    }
    return new Credentials(
        decoded(userInfo.substring(0, colon)), decoded(userInfo.substring(colon + 1)));
  }

  /** In a URI, unlike in a form, a plus is a plus. */
  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
  }

  private static IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException("Not a valid IMAP URI: " + reason);
  }
}
