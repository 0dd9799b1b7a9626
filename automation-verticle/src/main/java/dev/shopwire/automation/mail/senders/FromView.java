package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.NamedAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The address that mails come from, as it is stored and shown. */
record FromView(String email, @Nullable String name) {
  NamedAddress address() {
    return new NamedAddress(MailAddress.parse(email), Optional.ofNullable(name));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("email", email);
    json.put("name", name);
    return json;
  }
}
