package dev.shopwire.app.cluster.tls;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Encrypts what goes over a connection between members. For the thread that writes it. */
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
