package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.common.crypto.Hmac;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes and recognizes the envelope senders to which mail servers return what they can't deliver:
 * each names its mail and is signed, so that it cannot be forged (variable envelope return path).
 * Thread-safe.
 */
public final class BounceAddresses {
  /** Of the signature; with an id in base 36, a local part stays far below 64 characters. */
  private static final int SIGNATURE_BYTES = 10;

  private static final int RADIX = Character.MAX_RADIX;
  private static final int MAX_FOUND = 10;

  private final byte[] key;

  /** What looks like a local part of such an address. */
  private static final Pattern TOKEN =
      Pattern.compile("(?<![0-9a-z+._-])b\\+([0-9a-z]{1,13})-([0-9a-z]{1,16})@");

  public BounceAddresses(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    key = Hmac.of(secret, "bounce addresses".getBytes(StandardCharsets.US_ASCII));
  }

  /** In lower case, since not every server keeps the case of addresses. */
  public MailAddress of(long messageId, String domain) {
    return new MailAddress(
        "b+" + Long.toString(messageId, RADIX) + "-" + signature(messageId), domain);
  }

  private String signature(long messageId) {
    byte[] id = ByteBuffer.allocate(Long.BYTES).putLong(messageId).array();
    return new BigInteger(1, Arrays.copyOf(Hmac.of(key, id), SIGNATURE_BYTES)).toString(RADIX);
  }

  /**
   * What addresses within a text name.
   *
   * @param messageIds of those that are genuine
   * @param isForged whether there is one that this installation has not made
   */
  public record Found(List<Long> messageIds, boolean isForged) {}

  /** Finds such addresses in a text, of whatever domain. */
  public Found find(String text) {
    List<Long> ids = new ArrayList<>();
    boolean isForged = false;
    Matcher tokens = TOKEN.matcher(text.toLowerCase(Locale.ROOT));
    while (tokens.find() && ids.size() < MAX_FOUND) {
      Optional<Long> id = id(tokens.group(1)).filter(each -> isSigned(each, tokens.group(2)));
      id.filter(each -> !ids.contains(each)).ifPresent(ids::add);
      isForged |= id.isEmpty();
    }
    return new Found(List.copyOf(ids), isForged);
  }

  private static Optional<Long> id(String text) {
    try {
      return Optional.of(Long.parseLong(text, RADIX));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private boolean isSigned(long messageId, String signature) {
    return MessageDigest.isEqual(
        signature(messageId).getBytes(StandardCharsets.US_ASCII),
        signature.getBytes(StandardCharsets.US_ASCII));
  }
}
