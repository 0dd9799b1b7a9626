package dev.shopwire.common.query;

import dev.shopwire.common.crypto.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Signs cursors with a key that all processes of an installation share and no client knows, so that
 * only cursors issued by the service are parsed. Thread-safe.
 */
public final class CursorSigner {
  /** The length of a seal in bytes. */
  static final int LENGTH = 16;

  private final byte[] key;

  private CursorSigner(byte[] key) {
    this.key = key;
  }

  /** Derives the key from the id of the installation, which is never disclosed. */
  public static CursorSigner of(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    return new CursorSigner(
        new CursorSigner(secret).sign("cursors".getBytes(StandardCharsets.UTF_8)));
  }

  byte[] sign(byte[] bytes) {
    return Arrays.copyOf(Hmac.of(key, bytes), LENGTH);
  }
}
