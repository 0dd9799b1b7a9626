package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DotStuffedBodyTest {
  private static String written(String message) {
    DotStuffedBody body = new DotStuffedBody(message.getBytes(ISO_8859_1));
    StringBuilder written = new StringBuilder();
    do {
      written.append(body.next().toString(ISO_8859_1));
    } while (!body.isDone());
    return written.toString();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "||, .$",
        "a, a$.$",
        "a$, a$.$",
        ".$, ..$.$",
        "..a$b.$, ...a$b.$.$",
        "a$.$.b$, a$..$..b$.$"
      })
  void dotsAtTheStartOfLinesAreDoubledAndTheEndAdded(String message, String expected) {
    assertEquals(expected, written(message.replace("$", "\r\n")).replace("\r\n", "$"));
  }

  @Test
  void piecesMakeNoDifference() {
    Random random = new Random(4);
    StringBuilder message = new StringBuilder();
    while (message.length() < 500_000) {
      message.append(".".repeat(random.nextInt(4))).append("x".repeat(random.nextInt(90)));
      message.append("\r\n");
    }
    String expected = message.toString().replaceAll("(?m)^\\.", "..") + ".\r\n";
    assertEquals(expected, written(message.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb\r\n", "a\rb\r\n", "\n", "a\r", "a\r\r\n", "\0", "é\r\n", "\n.\r\n"})
  void whatServersReadDifferentlyIsRefused(String message) {
    assertThrows(IllegalArgumentException.class, () -> written(message));
  }

  @Test
  void linesHaveAtMost998Characters() {
    assertTrue(written("x".repeat(998) + "\r\n").endsWith("\r\n.\r\n"));
    assertThrows(IllegalArgumentException.class, () -> written("x".repeat(999) + "\r\n"));
  }
}
