package dev.shopwire.ingest.query;

import dev.shopwire.common.failure.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Where a page of a list ended, as clients carry it: the key of its last row, opaque, fit for a
 * URL, and good only for the app and the question that it was given for, so that one of another
 * list is refused instead of misread. No secret: who makes one up can only skip rows that they may
 * read anyway.
 */
public final class PageCursor {
  private static final int MAX_LENGTH = 32_000;
  private static final int SEAL = 8;

  private PageCursor() {}

  /**
   * The cursor after a row with {@code key}.
   *
   * @param question what the list depends on, but for its page
   */
  public static String text(String key, Caller caller, List<String> question) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            ByteBuffer.allocate(SEAL + bytes.length)
                .put(seal(bytes, caller, question))
                .put(bytes)
                .array());
  }

  /**
   * The key that the parameter {@code cursor} tells, if it is there.
   *
   * @throws Failure 422 with all faults so far, or {@code invalid_cursor} for one of another list
   */
  public static Optional<String> read(Query query, Caller caller, List<String> question) {
    Optional<String> cursor = query.text("cursor", MAX_LENGTH);
    query.check();
    return cursor.map(text -> read(text.strip(), caller, question));
  }

  private static String read(String text, Caller caller, List<String> question) {
    byte[] all = bytes(text);
    if (all.length > SEAL) {
      byte[] key = Arrays.copyOfRange(all, SEAL, all.length);
      if (MessageDigest.isEqual(Arrays.copyOf(all, SEAL), seal(key, caller, question))) {
        return new String(key, StandardCharsets.UTF_8);
      }
    }
    throw Failure.invalid(
        "cursor", "invalid_cursor", "This cursor is not one that was given for this list");
  }

  private static byte[] bytes(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      // Several texts mean the same bytes; only one of them is ours.
      boolean ours = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return ours ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static byte[] seal(byte[] key, Caller caller, List<String> question) {
    MessageDigest digest = sha256();
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(caller.appId()).array());
    for (String part : question) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
      digest.update(text);
    }
    digest.update(key);
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
