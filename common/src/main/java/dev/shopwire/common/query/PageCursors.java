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
 * Writes and reads the page cursors of a list: the key of a page's last row, opaque, URL-safe and
 * signed. A cursor is valid only for the app and the query that it was issued for, so that one of
 * another list is rejected instead of misread.
 */
public final class PageCursors {
  private static final int MAX_LENGTH = 32_000;

  private final CursorSigner signer;
  private final byte[] list;

  /**
   * @param criteria the parameters that determine the list, without those of paging
   */
  PageCursors(CursorSigner signer, AppScope app, List<String> criteria) {
    this.signer = signer;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(app.appId()).array());
    for (String part : criteria) {
      byte[] text = part.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
      bytes.writeBytes(text);
    }
    this.list = bytes.toByteArray();
  }

  /** The cursor after a row with {@code key}. */
  public String encode(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            ByteBuffer.allocate(CursorSigner.LENGTH + bytes.length)
                .put(sign(bytes))
                .put(bytes)
                .array());
  }

  /**
   * Reads the key from the parameter {@code cursor}, if present.
   *
   * @throws Failure 422 with all errors so far, or {@code invalid_cursor} if it was not issued for
   *     this list
   */
  public Optional<String> read(Query query) {
    Optional<String> cursor = query.text("cursor", MAX_LENGTH);
    query.throwIfInvalid();
    return cursor.map(text -> decode(text.strip()));
  }

  private String decode(String text) {
    byte[] all = decodeBase64(text);
    if (all.length > CursorSigner.LENGTH) {
      byte[] key = Arrays.copyOfRange(all, CursorSigner.LENGTH, all.length);
      if (MessageDigest.isEqual(Arrays.copyOf(all, CursorSigner.LENGTH), sign(key))) {
        return new String(key, StandardCharsets.UTF_8);
      }
    }
    throw Failure.invalidParameter(
        "cursor", "invalid_cursor", "The cursor was not issued for this list");
  }

  private static byte[] decodeBase64(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      // Several texts decode to the same bytes; only the canonical one is valid.
      boolean valid = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return valid ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private byte[] sign(byte[] key) {
    return signer.sign(ByteBuffer.allocate(list.length + key.length).put(list).put(key).array());
  }
}
