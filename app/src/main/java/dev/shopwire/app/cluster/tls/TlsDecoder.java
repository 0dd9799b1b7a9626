package dev.shopwire.app.cluster.tls;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;

/** Decrypts the input of a connection between members. Used by its reading thread. */
final class TlsDecoder extends InboundHandler<ByteBuffer, ByteBuffer> {
  private final TlsLink link;

  /** Decrypted and not yet consumed: the next handler's buffer may have only three bytes. */
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
      // As if the peer had closed it: otherwise Hazelcast would log a useless stack trace.
      throw new EOFException("TLS failed");
    } finally {
      src.compact();
    }
  }

  private HandlerStatus decrypt() throws IOException {
    boolean passedOn = false;
    while (true) {
      passedOn |= passOn();
      if (plain.position() > 0) {
        // Continue when the next handler has read its part; if it can't, it wakes this pipeline.
        return passedOn ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
      }
      if (!link.decrypt(src, plain)) {
        return HandlerStatus.CLEAN;
      }
    }
  }

  /** Moves what the next handler has room for; false if that is nothing. */
  private boolean passOn() {
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
