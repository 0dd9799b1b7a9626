package dev.shopwire.benchmarks.mail;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A mail server that takes every mail at once, and measures how long probes took from when their
 * recipients say until their DATA. Thread-safe.
 */
final class MailSink implements AutoCloseable {
  /** A recipient of a probe: {@code probe-<kind>-<nanos>@…}, by {@link System#nanoTime}. */
  static final String PROBE = "probe-";

  private static final String END = "\r\n.\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final NetServer server =
      vertx
          .createNetServer()
          .connectHandler(socket -> new Session(socket).start())
          .listen(0, "127.0.0.1")
          .await();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final Map<String, Recorder> probes = new ConcurrentHashMap<>();

  int port() {
    return server.actualPort();
  }

  /** Mails so far. */
  long taken() {
    return taken.get();
  }

  /** Bytes of mails so far. */
  long bytes() {
    return bytes.get();
  }

  /** How long probes of a kind took, in microseconds, since the last call. */
  Histogram probes(String kind) {
    return probes.computeIfAbsent(kind, first -> new Recorder(3)).getIntervalHistogram();
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  /** One connection. Its client sends a command, or a mail, and then waits for the reply. */
  private final class Session {
    private final NetSocket socket;
    private Buffer unread = Buffer.buffer();
    private String recipient = "";
    private boolean isInBody;

    Session(NetSocket socket) {
      this.socket = socket;
    }

    void start() {
      socket.exceptionHandler(error -> socket.close());
      socket.handler(this::received);
      socket.write("220 sink.example\r\n");
    }

    private void received(Buffer chunk) {
      unread.appendBuffer(chunk);
      String end = isInBody ? END : "\r\n";
      int from = unread.length() - end.length();
      if (from < 0 || !unread.getString(from, unread.length()).equals(end)) {
        return;
      }
      if (isInBody) {
        isInBody = false;
        taken.incrementAndGet();
        bytes.addAndGet(unread.length());
        socket.write("250 2.0.0 taken\r\n");
      } else {
        command(unread.toString(StandardCharsets.US_ASCII));
      }
      unread = Buffer.buffer();
    }

    private void command(String line) {
      if (line.startsWith("DATA")) {
        isInBody = true;
        if (recipient.startsWith(PROBE)) {
          record();
        }
        socket.write("354 go on\r\n");
      } else if (line.startsWith("QUIT")) {
        socket.end(Buffer.buffer("221 bye\r\n"));
      } else {
        if (line.startsWith("RCPT")) {
          recipient = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
        }
        socket.write("250 ok\r\n");
      }
    }

    private void record() {
      String[] parts = recipient.substring(0, recipient.indexOf('@')).split("-", -1);
      long micros = (System.nanoTime() - Long.parseLong(parts[2])) / 1_000;
      probes.computeIfAbsent(parts[1], first -> new Recorder(3)).recordValue(Math.max(0, micros));
    }
  }
}
