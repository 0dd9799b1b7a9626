package dev.shopwire.common.query;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs cursors with a key that all processes of an installation share and no client knows, so that
 * only cursors issued by the service are parsed. Thread-safe.
 */
public final class CursorSeal {
  private static final String ALGORITHM = "HmacSHA256";

  /** The length of a seal in bytes. */
  static final int LENGTH = 16;

  private final SecretKeySpec key;

  private CursorSeal(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Derives the key from the id of the installation, which is never disclosed. */
  public static CursorSeal of(UUID installation) {
    byte[] secret =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(installation.getMostSignificantBits())
            .putLong(installation.getLeastSignificantBits())
            .array();
    return new CursorSeal(new CursorSeal(secret).sign("cursors".getBytes(StandardCharsets.UTF_8)));
  }

  byte[] sign(byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Arrays.copyOf(mac.doFinal(bytes), LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
