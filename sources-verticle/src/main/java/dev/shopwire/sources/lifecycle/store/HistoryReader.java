package dev.shopwire.sources.lifecycle.store;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Reads what {@link HistoryWriter} has written. Not thread-safe. */
final class HistoryReader {
  private final byte[] bytes;
  private int position;

  HistoryReader(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  long number() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  /** A number that counts or refers to something here. */
  int index() {
    return (int) number();
  }

  long signed() {
    long value = number();
    return (value >>> 1) ^ -(value & 1);
  }

  byte[] bytes() {
    int length = index();
    byte[] value = new byte[length];
    System.arraycopy(bytes, position, value, 0, length);
    position += length;
    return value;
  }

  String text() {
    int length = index();
    String value = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return value;
  }

  BigDecimal decimal() {
    int scale = (int) signed();
    int length = index();
    BigInteger unscaled = new BigInteger(bytes, position, length);
    position += length;
    return new BigDecimal(unscaled, scale);
  }
}
