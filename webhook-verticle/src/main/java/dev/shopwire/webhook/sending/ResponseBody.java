package dev.shopwire.webhook.sending;

import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Collects a response's body: counts all bytes and keeps the first ones. */
final class ResponseBody {
  private final int limit;
  private final int keep;
  private final Buffer kept = Buffer.buffer();
  private long read;

  /**
   * @param limit the maximum number of bytes to read
   * @param keep the maximum number of bytes to keep
   */
  ResponseBody(int limit, int keep) {
    this.limit = limit;
    this.keep = keep;
  }

  /** Returns whether more may be read. */
  boolean add(Buffer chunk) {
    read += chunk.length();
    int free = keep - kept.length();
    if (free > 0) {
      kept.appendBuffer(chunk, 0, Math.min(free, chunk.length()));
    }
    return read <= limit;
  }

  /**
   * The kept bytes as UTF-8 text that PostgreSQL can store: without U+0000, malformed bytes
   * replaced, cut between characters. Null if there are none.
   */
  @Nullable String text() {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    CharBuffer text = CharBuffer.allocate(kept.length());
    boolean complete = read == kept.length();
    decoder.decode(ByteBuffer.wrap(kept.getBytes()), text, complete);
    if (complete) {
      decoder.flush(text);
    }
    String clean = text.flip().toString().replace("\0", "");
    return clean.isEmpty() ? null : clean;
  }
}
