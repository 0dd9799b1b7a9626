package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.smtp.Credentials;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What may be shown of a mail server's URI. */
record SmtpView(String host, int port, @Nullable String user, String tls) {
  static SmtpView of(SmtpConfig config) {
    return new SmtpView(
        config.host(),
        config.port(),
        config.credentials().map(Credentials::user).orElse(null),
        config.tls().name().toLowerCase(Locale.ROOT));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("host", host);
    json.put("port", port);
    json.put("user", user);
    json.put("tls", tls);
    return json;
  }
}
