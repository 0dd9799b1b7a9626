package dev.shopwire.app.cluster.tls;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Encrypts the output of a connection between members. Used by its writing thread. */
final class TlsEncoder extends OutboundHandler<ByteBuffer, ByteBuffer> {
  private final TlsLink link;

  TlsEncoder(TlsLink link) {
    this.link = link;
  }

  @Override
  public void handlerAdded() {
    initDstBuffer(TlsLink.BUFFER_BYTES);
  }

  @Override
  public HandlerStatus onWrite() throws IOException {
    dst.compact();
    try {
      return link.encrypt(src, dst);
    } finally {
      dst.flip();
    }
  }
}
