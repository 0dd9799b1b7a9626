package dev.shopwire.testing.partner;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The opaque cursors of pages: the position of an event, encoded. */
final class PartnerCursor {
  private static final Pattern DECODED =
      Pattern.compile("(-?\\d{1,12})\\.(\\d{1,9})\\.(\\d{1,19})");

  private PartnerCursor() {}

  static String of(HistoryEvent event) {
    return of(new EventLog.Position(event.at(), event.number()));
  }

  static String of(EventLog.Position position) {
    Instant at = position.at();
    String text = at.getEpochSecond() + "." + at.getNano() + "." + position.number();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  static EventLog.Position read(String cursor) {
    Matcher decoded = DECODED.matcher(decode(cursor));
    if (!decoded.matches()) {
      throw PartnerRefusal.of("INVALID_CURSOR", "Invalid cursor");
    }
    return new EventLog.Position(
        Instant.ofEpochSecond(Long.parseLong(decoded.group(1)), Long.parseLong(decoded.group(2))),
        Long.parseLong(decoded.group(3)));
  }

  private static String decode(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
