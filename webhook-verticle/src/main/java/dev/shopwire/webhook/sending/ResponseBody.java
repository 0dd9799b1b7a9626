package dev.shopwire.webhook.sending;

import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The body of an answer as it comes: all of it is counted, its first bytes are kept. */
final class ResponseBody {
  private final int limit;
  private final int keep;
  private final Buffer kept = Buffer.buffer();
  private long read;

  /**
   * @param limit bytes that may be read
   * @param keep bytes that are kept
   */
  ResponseBody(int limit, int keep) {
    this.limit = limit;
    this.keep = keep;
  }

  /** Whether the answer may go on. */
  boolean add(Buffer chunk) {
    read += chunk.length();
    int room = keep - kept.length();
    if (room > 0) {
      kept.appendBuffer(chunk, 0, Math.min(room, chunk.length()));
    }
    return read <= limit;
  }

  /**
   * The kept bytes as UTF-8 text that PostgreSQL can keep: without U+0000, malformed bytes
   * replaced, cut between characters. Null if there are none.
   */
  @Nullable String text() {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    CharBuffer text = CharBuffer.allocate(kept.length());
    boolean whole = read == kept.length();
    decoder.decode(ByteBuffer.wrap(kept.getBytes()), text, whole);
    if (whole) {
      decoder.flush(text);
    }
    String clean = text.flip().toString().replace("\0", "");
    return clean.isEmpty() ? null : clean;
  }
}
