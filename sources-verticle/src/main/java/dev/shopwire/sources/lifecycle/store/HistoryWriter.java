package dev.shopwire.sources.lifecycle.store;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Writes numbers and texts in as few bytes as they need. Not thread-safe. */
final class HistoryWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

  /** Seven bits a byte, the lowest first. */
  void number(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  /** A number that may be negative. */
  void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  void bytes(byte[] value) {
    number(value.length);
    bytes.writeBytes(value);
  }

  void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void decimal(BigDecimal value) {
    signed(value.scale());
    bytes(value.unscaledValue().toByteArray());
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
