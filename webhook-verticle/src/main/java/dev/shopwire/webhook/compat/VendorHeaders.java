package dev.shopwire.webhook.compat;

/** Header names that receivers of the previous vendor's webhooks read (docs/api/webhooks.md). */
public final class VendorHeaders {
  public static final String HMAC = "X-Mantle-Hmac-SHA256";

  /** Unix seconds. */
  public static final String TIMESTAMP = "X-Timestamp";

  public static final String TOPIC = "X-Mantle-Webhook-Topic";

  /** The workspace's id. */
  public static final String WORKSPACE = "X-Mantle-Org-Id";

  private VendorHeaders() {}
}
