package dev.shopwire.automation.reports.parsing;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A block of header fields, which fails to load if it has too many. Not thread-safe. */
final class BoundedHeaders {
  private static final int MAX_FIELDS = 1_000;

  /** A field's text beyond this is not looked at. */
  private static final int MAX_VALUE = 8_000;

  private final Fields fields = new Fields();

  private static final class Fields extends InternetHeaders {
    private int count;

    @Override
    public void addHeaderLine(String line) {
      count++;
      if (count > MAX_FIELDS) {
        throw new UnparsableMail("a part has more than " + MAX_FIELDS + " header fields");
      }
      super.addHeaderLine(line);
    }
  }

  /**
   * Reads the next block, up to its empty line. Text may be UTF-8 (RFC 6532).
   *
   * @throws UnparsableMail if it has too many fields
   */
  static BoundedHeaders load(InputStream in) throws MessagingException {
    BoundedHeaders headers = new BoundedHeaders();
    headers.fields.load(in, true);
    return headers;
  }

  static BoundedHeaders ofContentType(String contentType) {
    BoundedHeaders headers = new BoundedHeaders();
    headers.fields.addHeaderLine("Content-Type: " + contentType);
    return headers;
  }

  boolean isEmpty() {
    return fields.count == 0;
  }

  /** The first field of this name, unfolded and trimmed; empty if it has no text. */
  Optional<String> first(String name) {
    return all(name, 1).stream().findFirst();
  }

  /** The fields of this name, likewise. */
  List<String> all(String name, int max) {
    List<String> values = new ArrayList<>();
    String[] found = fields.getHeader(name);
    for (int i = 0; found != null && i < found.length && values.size() < max; i++) {
      String value =
          found[i].substring(0, Math.min(found[i].length(), MAX_VALUE)).replaceAll("[\r\n]+", " ");
      if (!value.isBlank()) {
        values.add(value.strip());
      }
    }
    return values;
  }
}
