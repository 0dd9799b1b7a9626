package dev.shopwire.ingest.query;

import dev.shopwire.common.failure.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Where a page of a list ended: its last row's key, opaque to callers and bound to the list that it
 * was made for, so that one of another list is refused instead of misread. Not a secret, not
 * signed: what it names is looked up within the caller's own app.
 */
public final class PageCursor {
  private static final int MAX_LENGTH = 8_000;

  /** What a list is of: the app and all that filters it. */
  private final String list;

  private final Optional<String> given;

  private PageCursor(String list, Optional<String> given) {
    this.list = list;
    this.given = given;
  }

  /**
   * @param list what the list is of; a cursor works where this is the same
   */
  public static PageCursor read(Query query, String list) {
    return new PageCursor(list, query.text("cursor", MAX_LENGTH));
  }

  /** The key of the last row of the page before, if there was one. */
  public Optional<String> key() {
    return given.map(this::decode);
  }

  /** The cursor after a row with {@code key}. */
  public String after(String key) {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = ByteBuffer.allocate(4 + text.length).putInt(seal(text)).put(text).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private String decode(String cursor) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
      if (bytes.remaining() >= 4) {
        int seal = bytes.getInt();
        byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        if (seal == seal(text)) {
          return new String(text, StandardCharsets.UTF_8);
        }
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    throw Failure.invalid(
        "cursor", "invalid_cursor", "This cursor is not one of this list; start without a cursor");
  }

  private int seal(byte[] text) {
    CRC32 sum = new CRC32();
    sum.update(list.getBytes(StandardCharsets.UTF_8));
    sum.update(text);
    return (int) sum.getValue();
  }
}
