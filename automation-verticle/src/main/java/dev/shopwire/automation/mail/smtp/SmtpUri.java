package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.util.Locale;
import java.util.Optional;

/** The URI of a server, taken apart. Errors never contain a part of it, because of the password. */
record SmtpUri(String host, int port, TlsMode tls, Optional<Credentials> credentials) {
  private static final int SUBMISSION_PORT = 587;
  private static final int IMPLICIT_TLS_PORT = 465;

  static SmtpUri parse(String text) {
    URI uri = read(text);
    boolean isImplicit = isImplicit(uri);
    String host = Optional.ofNullable(uri.getHost()).orElse("");
    if (host.isEmpty() || host.contains("%")) {
      throw invalid("the host must be a name in ASCII or an IP address");
    }
    boolean hasMore = !Optional.ofNullable(uri.getPath()).orElse("").matches("/?");
    if (hasMore || uri.getRawFragment() != null) {
      throw invalid("nothing but ?tls= may follow the port");
    }
    int defaultPort = isImplicit ? IMPLICIT_TLS_PORT : SUBMISSION_PORT;
    return new SmtpUri(
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        uri.getPort() < 0 ? defaultPort : uri.getPort(),
        tls(isImplicit, Optional.ofNullable(uri.getRawQuery())),
        Optional.ofNullable(uri.getRawUserInfo()).map(SmtpUri::credentials));
  }

  private static URI read(String text) {
    try {
      return new URI(text.strip());
    } catch (URISyntaxException e) {
      // Its message repeats the text.
      throw invalid("special characters of user and password must be percent-encoded");
    }
  }

  private static boolean isImplicit(URI uri) {
    return switch (Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT)) {
      case "smtp" -> false;
      case "smtps" -> true;
      default -> throw invalid("it must begin with smtp:// or smtps://");
    };
  }

  private static TlsMode tls(boolean isImplicit, Optional<String> query) {
    if (isImplicit) {
      if (query.isPresent()) {
        throw invalid("smtps:// takes no parameters");
      }
      return TlsMode.IMPLICIT;
    }
    return switch (query.orElse("tls=required")) {
      case "tls=required" -> TlsMode.REQUIRED;
      case "tls=optional" -> TlsMode.OPTIONAL;
      case "tls=none" -> TlsMode.NONE;
      default -> throw invalid("the only parameter is tls=required, optional or none");
    };
  }

  private static Credentials credentials(String userInfo) {
    int colon = userInfo.indexOf(':');
    if (colon < 0) {
      throw invalid("a user needs a password");
    }
    return new Credentials(
        decoded(userInfo.substring(0, colon)), decoded(userInfo.substring(colon + 1)));
  }

  /** In a URI, unlike in a form, a plus is a plus. */
  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
  }

  private static IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException("Not a valid SMTP URI: " + reason);
  }
}
