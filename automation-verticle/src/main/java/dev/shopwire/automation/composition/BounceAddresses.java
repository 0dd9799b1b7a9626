package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.common.crypto.Hmac;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Makes the envelope senders to which mail servers return what they can't deliver: each names its
 * mail and is signed, so that it cannot be forged (variable envelope return path). Thread-safe.
 */
final class BounceAddresses {
  /** Of the signature; with an id in base 36, a local part stays far below 64 characters. */
  private static final int SIGNATURE_BYTES = 10;

  private static final int RADIX = Character.MAX_RADIX;

  private final byte[] key;

  BounceAddresses(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    key = Hmac.of(secret, "bounce addresses".getBytes(StandardCharsets.US_ASCII));
  }

  /** In lower case, since not every server keeps the case of addresses. */
  MailAddress of(long messageId, String domain) {
    byte[] id = ByteBuffer.allocate(Long.BYTES).putLong(messageId).array();
    BigInteger signature = new BigInteger(1, Arrays.copyOf(Hmac.of(key, id), SIGNATURE_BYTES));
    return new MailAddress(
        "b+" + Long.toString(messageId, RADIX) + "-" + signature.toString(RADIX), domain);
  }
}
