package dev.shopwire.app.support;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Computes codes as an authenticator app does (RFC 6238), independently of the service. */
public final class OneTimeCodes {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int SECRET_BYTES = 20;

  private OneTimeCodes() {}

  /**
   * @param secret 20 bytes in base 32
   */
  public static String at(String secret, Instant time) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(bytes(secret), "HmacSHA1"));
      long step = time.getEpochSecond() / 30;
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int offset = hash[hash.length - 1] & 0xf;
      int number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
      return "%06d".formatted(number % 1_000_000);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String secret) {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < secret.length(); i++) {
      number = number.shiftLeft(5).or(BigInteger.valueOf(ALPHABET.indexOf(secret.charAt(i))));
    }
    // A leading zero byte for the sign may be missing or superfluous.
    byte[] all = number.toByteArray();
    byte[] bytes = new byte[SECRET_BYTES];
    int length = Math.min(all.length, SECRET_BYTES);
    System.arraycopy(all, all.length - length, bytes, SECRET_BYTES - length, length);
    return bytes;
  }
}
