package dev.shopwire.automation.mail.imap;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * A response of a server.
 *
 * @param line its text, with {@code {n}} where its literals were; one char for each byte
 * @param literals their bytes, in order
 */
record ImapResponse(String line, List<Buffer> literals) {
  boolean isContinuation() {
    return line.startsWith("+");
  }

  /** Whether it is the response to a command. */
  boolean isTagged(String tag) {
    return line.startsWith(tag + " ");
  }

  /** Whether the response with this tag says that the command was done. */
  boolean isOk(String tag) {
    return line.regionMatches(true, tag.length() + 1, "OK", 0, 2);
  }
}
