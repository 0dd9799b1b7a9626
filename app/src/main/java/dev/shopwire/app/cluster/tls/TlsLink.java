package dev.shopwire.app.cluster.tls;

import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.HandlerStatus;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * The TLS of one connection between members. Hazelcast reads on one thread and writes on another;
 * in a handshake each of them may have to wait for the other. So each step is taken under a lock,
 * and whoever made what the other waits for wakes it. Thread-safe.
 */
final class TlsLink {
  /** More than the largest record. */
  static final int BUFFER_BYTES = 1 << 16;

  private final SSLEngine engine;
  private final Channel channel;

  /** Something that came can be read only after something was written. */
  private boolean readWaits;

  /** Something can be written only after something was read. */
  private boolean writeWaits;

  private volatile boolean established;
  private volatile String failure = "";

  TlsLink(SSLEngine engine, Channel channel) throws SSLException {
    this.engine = engine;
    this.channel = channel;
    engine.beginHandshake();
  }

  /** Whether both sides have proved who they are. */
  boolean isEstablished() {
    return established;
  }

  /** It has ended because of {@code error}. */
  void failed(SSLException error) {
    failure = ": " + error.getMessage();
  }

  /** For the log, behind what has happened; empty if it is not known. */
  String failure() {
    return failure;
  }

  /**
   * Decrypts one record at most.
   *
   * @param from what came, from its position to its limit
   * @param to empty, with room for any record
   * @return false if nothing more can be done with what came so far
   * @throws SSLException if the other side is not a member, or something was changed on the way
   */
  synchronized boolean decrypt(ByteBuffer from, ByteBuffer to) throws IOException {
    SSLEngineResult result = engine.unwrap(from, to);
    boolean moved = ran() || result.bytesConsumed() > 0 || result.bytesProduced() > 0;
    check(result);
    HandshakeStatus next = engine.getHandshakeStatus();
    readWaits = !moved && next == HandshakeStatus.NEED_WRAP;
    if (next == HandshakeStatus.NEED_WRAP || (writeWaits && next != HandshakeStatus.NEED_UNWRAP)) {
      writeWaits = false;
      channel.outboundPipeline().wakeup();
    }
    return moved;
  }

  /**
   * Encrypts as much as finds room.
   *
   * @param from what is to be sent, from its position to its limit
   * @return CLEAN if all of it is encrypted; DIRTY if there is no more room; BLOCKED until the
   *     other side has sent its part of the handshake
   */
  synchronized HandlerStatus encrypt(ByteBuffer from, ByteBuffer to) throws IOException {
    while (true) {
      HandshakeStatus next = engine.getHandshakeStatus();
      if (next == HandshakeStatus.NEED_UNWRAP) {
        writeWaits = true;
        return HandlerStatus.BLOCKED;
      }
      if (next != HandshakeStatus.NEED_WRAP && !from.hasRemaining()) {
        return HandlerStatus.CLEAN;
      }
      SSLEngineResult result = engine.wrap(from, to);
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
        return HandlerStatus.DIRTY;
      }
      ran();
      check(result);
      if (readWaits && engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
        readWaits = false;
        channel.inboundPipeline().wakeup();
      }
    }
  }

  /** Does what the engine wants done between two steps; true if there was something. */
  private boolean ran() {
    boolean ran = false;
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
      ran = true;
    }
    return ran;
  }

  private void check(SSLEngineResult result) throws IOException {
    if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
      established = true;
    }
    switch (result.getStatus()) {
      case CLOSED -> throw new EOFException("The other side has ended TLS");
      case BUFFER_OVERFLOW -> throw new SSLException("A record is larger than TLS allows");
      default -> {}
    }
  }
}
