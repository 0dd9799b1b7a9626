package dev.shopwire.ingest.lookup;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.ingest.query.Caller;
import dev.shopwire.ingest.query.Query;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The place between two rows of a list in the order of (time, key), as clients carry it: opaque,
 * fit for a URL, and good only for the app and the question that it was given for.
 *
 * @param micros since 1970
 * @param key what tells rows of one time apart
 */
public record KeysetCursor(long micros, UUID key) {
  private static final int SEAL = 8;
  private static final int LENGTH = 3 * Long.BYTES + SEAL;

  /**
   * @param question what the list depends on, but for its page
   */
  public String text(Caller caller, List<String> question) {
    byte[] place = place();
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH).put(place).put(seal(place, caller, question));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /**
   * The place that the parameter {@code cursor} tells, if it is there.
   *
   * @throws Failure 422 {@code invalid_cursor} for one of another list, or of none
   */
  public static Optional<KeysetCursor> read(Query query, Caller caller, List<String> question) {
    return query.text("cursor", 1_000).map(text -> read(text.strip(), caller, question));
  }

  private static KeysetCursor read(String text, Caller caller, List<String> question) {
    byte[] bytes = bytes(text);
    if (bytes.length == LENGTH) {
      byte[] place = Arrays.copyOf(bytes, LENGTH - SEAL);
      byte[] seal = Arrays.copyOfRange(bytes, LENGTH - SEAL, LENGTH);
      if (MessageDigest.isEqual(seal, seal(place, caller, question))) {
        ByteBuffer in = ByteBuffer.wrap(place);
        return new KeysetCursor(in.getLong(), new UUID(in.getLong(), in.getLong()));
      }
    }
    throw Failure.invalid(
        "cursor", "invalid_cursor", "This cursor is not one that was given for this list");
  }

  private static byte[] bytes(String text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private byte[] place() {
    return ByteBuffer.allocate(3 * Long.BYTES)
        .putLong(micros)
        .putLong(key.getMostSignificantBits())
        .putLong(key.getLeastSignificantBits())
        .array();
  }

  /** No secret: who makes a cursor up can only skip rows that they may read anyway. */
  private static byte[] seal(byte[] place, Caller caller, List<String> question) {
    MessageDigest digest = sha256();
    digest.update(place);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(caller.appId()).array());
    for (String part : question) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
      digest.update(text);
    }
    return Arrays.copyOf(digest.digest(), SEAL);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
