package dev.shopwire.automation.mail.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {
  private static Optional<Reply> read(String text) throws InvalidReply {
    ReplyReader reader = new ReplyReader(UnaryOperator.identity());
    reader.add(Buffer.buffer(text));
    return reader.next();
  }

  @Test
  void repliesAreReadWhereverTheirBytesAreSplit() throws InvalidReply {
    String text = "250-first\r\n250-\r\n250 läst\r\n354\r\n";
    byte[] bytes = Buffer.buffer(text).getBytes();
    for (int split = 0; split <= bytes.length; split++) {
      ReplyReader reader = new ReplyReader(UnaryOperator.identity());
      reader.add(Buffer.buffer().appendBytes(bytes, 0, split));
      Optional<Reply> early = reader.next();
      reader.add(Buffer.buffer().appendBytes(bytes, split, bytes.length - split));
      Reply first = early.isPresent() ? early.get() : reader.next().orElseThrow();
      assertEquals(new Reply(250, List.of("first", "", "läst")), first);
      assertEquals(new Reply(354, List.of("")), reader.next().orElseThrow());
      assertTrue(reader.isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n",
        "25\r\n",
        "2500 ok\r\n",
        "250_ok\r\n",
        "150 ok\r\n",
        "600 ok\r\n",
        "\r\n",
        "250-a\r\n251 b\r\n",
        "250-a\r\nb\r\n",
        "٢٥٠ ok\r\n",
        " 250 ok\r\n"
      })
  void whatIsNoReplyIsRefused(String text) {
    assertThrows(InvalidReply.class, () -> read(text));
  }

  @Test
  void sizesAreLimited() throws InvalidReply {
    assertTrue(read("250 " + "x".repeat(4_000)).isEmpty());
    assertThrows(InvalidReply.class, () -> read("250 " + "x".repeat(4_100)));
    assertEquals(100, read("250-x\r\n".repeat(99) + "250 x\r\n").orElseThrow().lines().size());
    assertThrows(InvalidReply.class, () -> read("250-x\r\n".repeat(101)));
    String longLine = "250-" + "x".repeat(4_000) + "\r\n";
    assertTrue(read(longLine.repeat(16)).isEmpty());
    assertThrows(InvalidReply.class, () -> read(longLine.repeat(17)));
    assertEquals(Reply.MAX_TEXT, read(longLine + "250 end\r\n").orElseThrow().text().length());
  }

  @Test
  void enhancedCodesAreReadIfTheyFit() {
    assertEquals(Optional.of("5.1.1"), new Reply(550, List.of("5.1.1 no")).enhancedCode());
    assertEquals(Optional.of("4.7.123"), new Reply(451, List.of("4.7.123")).enhancedCode());
    for (String text : List.of("2.1.1 no", "5.1 no", "5.1.1x", "no 5.1.1", "5.1.1234 no", "")) {
      assertEquals(Optional.empty(), new Reply(550, List.of(text)).enhancedCode(), text);
    }
  }

  @Test
  void controlCharactersAreReplaced() throws InvalidReply {
    assertEquals("a?b?[31m", read("250 a\0b\u001b[31m\r\n").orElseThrow().text());
  }
}
