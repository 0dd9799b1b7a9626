package dev.shopwire.app.cluster.tls;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;

/** Decrypts what comes over a connection between members. For the thread that reads it. */
final class TlsDecoder extends InboundHandler<ByteBuffer, ByteBuffer> {
  private final TlsLink link;

  /** What is decrypted and not yet taken: the next handler's buffer may be of three bytes. */
  private final ByteBuffer plain = ByteBuffer.allocate(TlsLink.BUFFER_BYTES);

  TlsDecoder(TlsLink link) {
    this.link = link;
  }

  @Override
  public void handlerAdded() {
    initSrcBuffer(TlsLink.BUFFER_BYTES);
  }

  @Override
  public HandlerStatus onRead() throws IOException {
    src.flip();
    try {
      return decrypt();
    } catch (SSLException e) {
      link.failed(e);
      // As if the other side had ended it: Hazelcast would log a stack, which says nothing more.
      throw new EOFException("TLS has failed");
    } finally {
      src.compact();
    }
  }

  private HandlerStatus decrypt() throws IOException {
    boolean handedOn = false;
    while (true) {
      handedOn |= handOn();
      if (plain.position() > 0) {
        // Again when the next handler has taken its part; if it can't, it will wake this pipeline.
        return handedOn ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
      }
      if (!link.decrypt(src, plain)) {
        return HandlerStatus.CLEAN;
      }
    }
  }

  /** Moves what the next handler has room for; false if that is nothing. */
  private boolean handOn() {
    plain.flip();
    int end = plain.limit();
    int moved = Math.min(end, dst.remaining());
    plain.limit(moved);
    dst.put(plain);
    plain.limit(end);
    plain.compact();
    return moved > 0;
  }
}
