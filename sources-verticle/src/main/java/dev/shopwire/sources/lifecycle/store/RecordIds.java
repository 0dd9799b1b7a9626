package dev.shopwire.sources.lifecycle.store;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Stores a list of record ids: of each only what differs from the beginning of the one before, with
 * the hexadecimal digits at its end as bytes.
 */
final class RecordIds {
  private static final HexFormat HEX = HexFormat.of();

  private RecordIds() {}

  static byte[] encode(List<String> ids) {
    HistoryWriter out = new HistoryWriter();
    String before = "";
    for (String id : ids) {
      int digits = startOfDigits(id);
      int shared = Math.min(shared(before, id), digits);
      out.number(shared);
      out.text(id.substring(shared, digits));
      out.bytes(HEX.parseHex(id.substring(digits)));
      before = id;
    }
    return out.toBytes();
  }

  static List<String> decode(byte[] bytes) {
    HistoryReader in = new HistoryReader(bytes);
    List<String> ids = new ArrayList<>();
    String before = "";
    while (!in.isAtEnd()) {
      String shared = before.substring(0, in.index());
      String text = in.text();
      before = shared + text + HEX.formatHex(in.bytes());
      ids.add(before);
    }
    return ids;
  }

  /** Where the digits at the end begin, of which two make a byte. */
  private static int startOfDigits(String id) {
    int start = id.length();
    while (start > 0 && isDigit(id.charAt(start - 1))) {
      start--;
    }
    return start + (id.length() - start) % 2;
  }

  private static boolean isDigit(char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
  }

  private static int shared(String one, String other) {
    int end = Math.min(one.length(), other.length());
    int shared = 0;
    while (shared < end && one.charAt(shared) == other.charAt(shared)) {
      shared++;
    }
    // Half a character cannot be stored.
    return shared > 0 && Character.isHighSurrogate(one.charAt(shared - 1)) ? shared - 1 : shared;
  }
}
