package dev.shopwire.webhook.signing;

import java.util.Map;

/**
 * How a request is signed, for whoever can't make their own check agree. Holds no secret.
 *
 * @param timestamp unix seconds
 * @param body the request's, as text
 * @param standardContent what Standard Webhooks' signatures are over, each keyed with the bytes
 *     that are in base64 after {@code whsec_}
 * @param vendorContent what the vendor-compatible signature is over, keyed with the secret's text
 * @param headers all of the request's
 */
public record Explanation(
    String webhookId,
    long timestamp,
    String body,
    String standardContent,
    String vendorContent,
    Map<String, String> headers) {}
