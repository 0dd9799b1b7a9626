package dev.shopwire.automation.mail.senders;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What may be shown of a mailbox's URI. */
record MailboxView(String host, int port, String user, String folder) {
  static MailboxView of(Mailbox mailbox) {
    return new MailboxView(
        mailbox.host(), mailbox.port(), mailbox.credentials().user(), mailbox.folder());
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("host", host);
    json.put("port", port);
    json.put("user", user);
    json.put("folder", folder);
    return json;
  }
}
