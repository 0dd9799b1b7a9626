package dev.shopwire.common.tenancy;

import dev.shopwire.common.crypto.Digest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * An API key of the form {@code sw_live_<key id>_<secret><checksum>} (docs/api/README.md). The
 * checksum (CRC-32 in base 62) lets secret scanners recognize keys; it has no security purpose.
 */
public final class ApiKey {
  private static final String PREFIX = "sw_live_";
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int ID_LENGTH = 12;

  /** A regular expression for key ids. */
  public static final String ID_FORM = "[0-9A-Za-z]{" + ID_LENGTH + "}";

  private static final int SECRET_LENGTH = 32;
  private static final int CHECKSUM_LENGTH = 6;
  private static final int MIN_LENGTH = 16;
  private static final int MAX_LENGTH = 200;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private ApiKey(String text) {
    this.text = text;
  }

  /** A new key with 190 random bits. */
  public static ApiKey generate() {
    String body = PREFIX + random(ID_LENGTH) + "_" + random(SECRET_LENGTH);
    return new ApiKey(body + checksum(body));
  }

  /** A key chosen by the operator ({@code SHOPWIRE_BOOTSTRAP_API_KEY}), of any form. */
  public static ApiKey chosen(String text) {
    if (!isPlausible(text)) {
      throw new IllegalArgumentException("16 to 200 printable ASCII characters without spaces");
    }
    return new ApiKey(text);
  }

  /** Whether {@code text} can be a key at all, so that malformed keys cost no lookup. */
  public static boolean isPlausible(String text) {
    if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH) {
      return false;
    }
    if (text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      return false;
    }
    return !isGeneratedForm(text) || hasRightChecksum(text);
  }

  /** The key itself: shown once, never stored, never logged. */
  public String reveal() {
    return text;
  }

  /** The part that identifies the key: {@code sw_live_<key id>}; "chosen" for a chosen key. */
  public String prefix() {
    return isGeneratedForm(text) ? text.substring(0, PREFIX.length() + ID_LENGTH) : "chosen";
  }

  /** The id for a new row: the one in the key, or a random one for a chosen key. */
  public String id() {
    return isGeneratedForm(text)
        ? text.substring(PREFIX.length(), PREFIX.length() + ID_LENGTH)
        : random(ID_LENGTH);
  }

  public byte[] hash() {
    return hash(text);
  }

  /** The SHA-256 of a secret, which is stored in its place; it must have enough random bits. */
  public static byte[] hash(String secret) {
    return Digest.SHA_256.of(secret.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code length} random characters of base 62. */
  public static String random(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  private static boolean isGeneratedForm(String text) {
    return text.startsWith(PREFIX)
        && text.length() == PREFIX.length() + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH
        && text.charAt(PREFIX.length() + ID_LENGTH) == '_';
  }

  private static boolean hasRightChecksum(String text) {
    int end = text.length() - CHECKSUM_LENGTH;
    return checksum(text.substring(0, end)).equals(text.substring(end));
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    long rest = crc.getValue();
    char[] digits = new char[CHECKSUM_LENGTH];
    for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
      digits[i] = ALPHABET.charAt((int) (rest % ALPHABET.length()));
      rest /= ALPHABET.length();
    }
    return new String(digits);
  }

  /** The prefix, never the key. */
  @Override
  public String toString() {
    return prefix();
  }
}
