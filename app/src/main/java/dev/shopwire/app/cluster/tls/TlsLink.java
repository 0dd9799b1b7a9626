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
 * Runs TLS on one connection between members. Hazelcast reads on one thread and writes on another;
 * in a handshake each of them may have to wait for the other. So each step runs under a lock, and
 * the thread that produces what the other waits for wakes it. Thread-safe.
 */
final class TlsLink {
  /** Larger than any TLS record. */
  static final int BUFFER_BYTES = 1 << 16;

  private final SSLEngine engine;
  private final Channel channel;

  /** Reading can continue only after something was written. */
  private boolean readWaits;

  /** Writing can continue only after something was read. */
  private boolean writeWaits;

  private volatile boolean established;
  private volatile String failure = "";

  TlsLink(SSLEngine engine, Channel channel) throws SSLException {
    this.engine = engine;
    this.channel = channel;
    engine.beginHandshake();
  }

  /** Whether both sides have authenticated. */
  boolean isEstablished() {
    return established;
  }

  /** Records that the connection failed with {@code error}. */
  void failed(SSLException error) {
    failure = ": " + error.getMessage();
  }

  /** The failure as a suffix for log messages; empty if none is known. */
  String failure() {
    return failure;
  }

  /**
   * Decrypts at most one record.
   *
   * @param from the received bytes, from its position to its limit
   * @param to empty, with room for any record
   * @return false if nothing more can be done with the bytes received so far
   * @throws SSLException if the peer is not a member, or data was modified in transit
   */
  synchronized boolean decrypt(ByteBuffer from, ByteBuffer to) throws IOException {
    SSLEngineResult result = engine.unwrap(from, to);
    boolean moved = runTasks() || result.bytesConsumed() > 0 || result.bytesProduced() > 0;
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
   * Encrypts as much as fits.
   *
   * @param from the bytes to send, from its position to its limit
   * @return CLEAN if all of them are encrypted; DIRTY if there is no more room; BLOCKED until the
   *     peer has sent its part of the handshake
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
      runTasks();
      check(result);
      if (readWaits && engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
        readWaits = false;
        channel.inboundPipeline().wakeup();
      }
    }
  }

  /** Runs the engine's delegated tasks; true if there were any. */
  private boolean runTasks() {
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
      case CLOSED -> throw new EOFException("The peer closed TLS");
      case BUFFER_OVERFLOW -> throw new SSLException("A record is larger than TLS allows");
      default -> {}
    }
  }
}
