package dev.shopwire.console.account;

import java.util.Arrays;

/** Encodes bytes in base 32 without padding (RFC 4648, section 6), as authenticator apps expect. */
final class Base32 {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int BITS = 5;

  private Base32() {}

  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int buffer = 0;
    int bits = 0;
    for (byte each : bytes) {
      buffer = (buffer << Byte.SIZE) | (each & 0xff);
      bits += Byte.SIZE;
      while (bits >= BITS) {
        bits -= BITS;
        text.append(ALPHABET.charAt((buffer >>> bits) & 31));
      }
    }
    if (bits > 0) {
      text.append(ALPHABET.charAt((buffer << (BITS - bits)) & 31));
    }
    return text.toString();
  }

  /**
   * @param text as {@link #encode} returns it
   */
  static byte[] decode(String text) {
    byte[] bytes = new byte[text.length() * BITS / Byte.SIZE];
    int length = 0;
    int buffer = 0;
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      buffer = (buffer << BITS) | ALPHABET.indexOf(text.charAt(i));
      bits += BITS;
      if (bits >= Byte.SIZE) {
        bits -= Byte.SIZE;
        bytes[length++] = (byte) (buffer >>> bits);
      }
    }
    return Arrays.copyOf(bytes, length);
  }
}
