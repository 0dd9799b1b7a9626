package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Where pages of a list end, as clients carry it: the key of the last row, opaque, fit for a URL,
 * sealed, and good only for the app and the question that it was given for, so that one of another
 * list is refused instead of misread.
 */
public final class PageCursors {
  private static final int MAX_LENGTH = 32_000;

  private final CursorSeal seal;
  private final byte[] list;

  /**
   * @param question what the list depends on, but for its page
   */
  PageCursors(CursorSeal seal, AppScope caller, List<String> question) {
    this.seal = seal;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(number(caller.appId()));
    for (String part : question) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes(number(text.length));
      bytes.writeBytes(text);
    }
    this.list = bytes.toByteArray();
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  /** The cursor after a row with {@code key}. */
  public String text(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            ByteBuffer.allocate(CursorSeal.LENGTH + bytes.length)
                .put(seal(bytes))
                .put(bytes)
                .array());
  }

  /**
   * The key that the parameter {@code cursor} tells, if it is there.
   *
   * @throws Failure 422 with all faults so far, or {@code invalid_cursor} for one of another list
   */
  public Optional<String> read(Query query) {
    Optional<String> cursor = query.text("cursor", MAX_LENGTH);
    query.check();
    return cursor.map(text -> read(text.strip()));
  }

  private String read(String text) {
    byte[] all = bytes(text);
    if (all.length > CursorSeal.LENGTH) {
      byte[] key = Arrays.copyOfRange(all, CursorSeal.LENGTH, all.length);
      if (MessageDigest.isEqual(Arrays.copyOf(all, CursorSeal.LENGTH), seal(key))) {
        return new String(key, StandardCharsets.UTF_8);
      }
    }
    throw Failure.invalidParameter(
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

  private byte[] seal(byte[] key) {
    return seal.over(ByteBuffer.allocate(list.length + key.length).put(list).put(key).array());
  }
}
