package dev.shopwire.automation.mail.imap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests how responses are cut out of what a server sends. */
class ResponseReaderTest {
  @Test
  void responsesAreTheSameInWhateverPiecesTheyArrive() {
    String text = "* 1 FETCH (UID 7 BODY[] {4}\r\na\r\nb X {0}\r\n)\r\n* OK\r\n";
    for (int size = 1; size <= text.length(); size++) {
      ResponseReader reader = new ResponseReader();
      StringBuilder read = new StringBuilder();
      for (int from = 0; from < text.length(); from += size) {
        reader.add(Buffer.buffer(text.substring(from, Math.min(text.length(), from + size))));
        Optional<ImapResponse> next = reader.next();
        while (next.isPresent()) {
          read.append(next.get().line()).append(next.get().literals()).append('|');
          next = reader.next();
        }
      }
      assertEquals("* 1 FETCH (UID 7 BODY[] {4} X {0})[a\r\nb, ]|* OK[]|", read.toString());
    }
  }

  /** What a server sends before it is asked is read later, all at once. */
  @Test
  void manyShortLinesTakeAsLongAsTheyAreLong() {
    int lines = 300_000;
    ResponseReader reader = new ResponseReader();
    reader.add(Buffer.buffer("* OK 1\r\n".repeat(lines)));
    assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < lines; i++) {
            assertEquals("* OK 1", reader.next().orElseThrow().line());
          }
        });
    assertEquals(Optional.empty(), reader.next());
  }
}
