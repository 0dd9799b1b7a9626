package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.dkim.DkimIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may be shown of a DKIM key.
 *
 * @param value of the TXT record
 */
record DkimView(DkimIdentity identity, String value) {
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("domain", identity.domain());
    json.put("selector", identity.selector());
    json.put("dnsName", identity.dnsName());
    json.put("dnsValue", value);
    return json;
  }
}
