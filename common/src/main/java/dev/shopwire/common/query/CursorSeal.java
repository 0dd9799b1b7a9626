package dev.shopwire.common.query;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals cursors with a key that all processes of an installation share and no client knows, so that
 * only what an answer gave is ever parsed. Thread-safe.
 */
public final class CursorSeal {
  private static final String ALGORITHM = "HmacSHA256";

  /** Bytes of a seal. */
  static final int LENGTH = 16;

  private final SecretKeySpec key;

  private CursorSeal(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Each installation has an id of its own, which it tells nobody. */
  public static CursorSeal of(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    return new CursorSeal(new CursorSeal(secret).over("cursors".getBytes(StandardCharsets.UTF_8)));
  }

  byte[] over(byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Arrays.copyOf(mac.doFinal(bytes), LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
