package dev.shopwire.automation.mail.imap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects responses from the bytes of a connection, within limits. Not thread-safe. */
final class ResponseReader {
  /** Of a line, without its literals. */
  static final int MAX_LINE = 128 << 10;

  /** Of a response's literals together. */
  static final int MAX_LITERALS = (1 << 20) + (64 << 10);

  private static final int MAX_COUNT = 10;

  private static final Pattern LITERAL = Pattern.compile("\\{([0-9]{1,18})\\+?}$");

  private final StringBuilder line = new StringBuilder();
  private final List<Buffer> literals = new ArrayList<>();
  private Buffer bytes = Buffer.buffer();

  /** Where in the bytes those begin that are not read yet. */
  private int start;

  private int literalBytes;

  /** Of the literal that is being read; negative if none is. */
  private int expected = -1;

  /** How many of the unread bytes contain no end of a line. */
  private int scanned;

  void add(Buffer received) {
    if (start > 0) {
      bytes = bytes.getBuffer(start, bytes.length());
      start = 0;
    }
    bytes.appendBuffer(received);
  }

  private int unread() {
    return bytes.length() - start;
  }

  /**
   * The next response, if all of it is there.
   *
   * @throws ImapFailure if it exceeds a limit
   */
  Optional<ImapResponse> next() {
    while (true) {
      if (expected >= 0) {
        if (unread() < expected) {
          return Optional.empty();
        }
        literals.add(take(expected));
        expected = -1;
      }
      Optional<String> part = nextLine();
      if (part.isEmpty()) {
        return Optional.empty();
      }
      line.append(part.get());
      Matcher literal = LITERAL.matcher(part.get());
      if (!literal.find()) {
        return Optional.of(complete());
      }
      expect(Long.parseLong(literal.group(1)));
    }
  }

  private void expect(long size) {
    if (size > MAX_LITERALS - literalBytes || literals.size() >= MAX_COUNT) {
      throw tooLong();
    }
    expected = Math.toIntExact(size);
    literalBytes += expected;
  }

  private static ImapFailure tooLong() {
    return new ImapFailure("the server has sent a response that is too long");
  }

  private ImapResponse complete() {
    ImapResponse response = new ImapResponse(line.toString(), List.copyOf(literals));
    line.setLength(0);
    literals.clear();
    literalBytes = 0;
    return response;
  }

  /** A line without its end. */
  private Optional<String> nextLine() {
    for (; scanned < unread(); scanned++) {
      if (bytes.getByte(start + scanned) == '\n') {
        String text = new String(take(scanned + 1).getBytes(), ISO_8859_1).stripTrailing();
        scanned = 0;
        return Optional.of(text);
      }
      if (line.length() + scanned >= MAX_LINE) {
        throw tooLong();
      }
    }
    return Optional.empty();
  }

  private Buffer take(int count) {
    Buffer taken = bytes.getBuffer(start, start + count);
    start += count;
    return taken;
  }
}
