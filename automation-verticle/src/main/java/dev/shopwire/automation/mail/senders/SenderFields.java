package dev.shopwire.automation.mail.senders;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What users give about a sender, and may be shown. */
record SenderFields(
    String name,
    FromView from,
    @Nullable String replyTo,
    SmtpView smtp,
    @Nullable Integer perSecond,
    @Nullable Integer perDomainPerMinute,
    int connections,
    @Nullable DkimView dkim,
    @Nullable String bounceDomain,
    @Nullable MailboxView imap) {

  /** Also for the audit log. */
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("from", from.json());
    json.put("replyTo", replyTo);
    json.put("smtp", smtp.json());
    json.put("perSecond", perSecond);
    json.put("perDomainPerMinute", perDomainPerMinute);
    json.put("connections", connections);
    json.put("dkim", dkim == null ? null : dkim.json());
    json.put("bounceDomain", bounceDomain);
    json.put("imap", imap == null ? null : imap.json());
    return json;
  }
}
