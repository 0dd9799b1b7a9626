package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

class ResponseBodyTest {
  private static ResponseBody of(String... chunks) {
    ResponseBody body = new ResponseBody(16, 8);
    for (String chunk : chunks) {
      body.add(Buffer.buffer(chunk));
    }
    return body;
  }

  @Test
  void theFirstBytesAreKeptAcrossChunks() {
    assertEquals("abcdefgh", of("abc", "def", "ghi", "jkl").text());
    assertEquals("abc", of("abc").text());
    assertEquals("abcdefgh", of("abcdefgh").text());
    assertNull(of().text());
    assertNull(of("").text());
  }

  @Test
  void theTextIsTruncatedBetweenCharacters() {
    assertEquals("abcdefg", of("abcdefgü").text());
    assertEquals("abcdefü", of("abcdefü").text());
    assertEquals("abcdef", of("abcdef😀").text());
    assertEquals("abcd😀", of("abcd😀x").text());
  }

  @Test
  void theTextCanBeStoredInPostgresql() {
    ResponseBody body = new ResponseBody(16, 8);
    body.add(Buffer.buffer(new byte[] {'a', 0, (byte) 0xff, 'b', (byte) 0xed, (byte) 0xa0, 'c'}));
    String text = String.valueOf(body.text());
    assertFalse(text.contains("\0"));
    assertTrue(text.startsWith("a\ufffdb\ufffd") && text.endsWith("c"), text);
    assertTrue(text.chars().noneMatch(c -> Character.isSurrogate((char) c)));
    assertNull(of("\0\0").text());
  }

  @Test
  void aTruncatedCharacterIsReplaced() {
    ResponseBody body = new ResponseBody(16, 8);
    body.add(Buffer.buffer(new byte[] {'a', (byte) 0xc3}));
    assertEquals("a\ufffd", body.text());
  }

  @Test
  void aBodyThatIsTooLongIsReported() {
    ResponseBody body = new ResponseBody(4, 8);
    assertTrue(body.add(Buffer.buffer("abcd")));
    assertFalse(body.add(Buffer.buffer("e")));
  }
}
