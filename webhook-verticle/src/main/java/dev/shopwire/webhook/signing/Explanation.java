package dev.shopwire.webhook.signing;

import java.util.Map;

/**
 * Shows how a request is signed, for receivers whose verification fails. Contains no secret.
 *
 * @param timestamp Unix seconds
 * @param body the request body as text
 * @param standardContent what the Standard Webhooks signatures sign, each keyed with the bytes that
 *     follow {@code whsec_} in base64
 * @param vendorContent what the vendor-compatible signature signs, keyed with the secret's text
 * @param headers all headers of the request
 */
public record Explanation(
    String webhookId,
    long timestamp,
    String body,
    String standardContent,
    String vendorContent,
    Map<String, String> headers) {}
