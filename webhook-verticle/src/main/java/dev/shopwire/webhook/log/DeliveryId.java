package dev.shopwire.webhook.log;

import dev.shopwire.common.failure.Failure;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A delivery's id in the console: {@code <endpoint id>-<32 hex digits of the message's id>}. */
public record DeliveryId(long endpointId, UUID messageId) {
  private static final Pattern FORM =
      Pattern.compile(
          "([1-9]\\d{0,17})-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})");

  /**
   * @throws Failure 404 for a malformed id
   */
  public static DeliveryId of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw notFound();
    }
    String message =
        String.join(
            "-", parts.group(2), parts.group(3), parts.group(4), parts.group(5), parts.group(6));
    return new DeliveryId(Long.parseLong(parts.group(1)), UUID.fromString(message));
  }

  /** The failure for a delivery that does not exist, or no longer does. */
  public static Failure notFound() {
    return Failure.notFound("delivery");
  }

  @Override
  public String toString() {
    return endpointId + "-" + messageId.toString().replace("-", "");
  }
}
