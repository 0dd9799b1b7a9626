package dev.shopwire.app.mail.sending;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A mail server that counts how often it has taken each mail. Thread-safe. */
public final class SmtpSink implements AutoCloseable {
  private static final long DRIP_MILLIS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final NetServer server = vertx.createNetServer();
  private final Map<String, Integer> taken = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final ConcurrentLinkedQueue<NetSocket> sockets = new ConcurrentLinkedQueue<>();
  private volatile BiFunction<Step, String, Optional<Fault>> faults =
      (step, recipient) -> Optional.empty();
  private volatile long delayMillis;

  public SmtpSink() {
    server.connectHandler(socket -> new Session(socket).start()).listen(0, "127.0.0.1").await();
  }

  public int port() {
    return server.actualPort();
  }

  /**
   * From now on.
   *
   * @param chosen gets the step and the recipient, which is empty before RCPT
   */
  public void faults(BiFunction<Step, String, Optional<Fault>> chosen) {
    faults = chosen;
  }

  /** How long the server thinks about each mail. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** How often it has taken each mail, by recipient. */
  public Map<String, Integer> taken() {
    return taken;
  }

  public int count() {
    return times.size();
  }

  /** When it has taken mails, on the clock of {@link System#nanoTime}. */
  public List<Long> times() {
    return List.copyOf(times);
  }

  /** Connections since the start. */
  int connections() {
    return connections.get();
  }

  /** Closes all connections, as a server does that was not used for a while. */
  void closeConnections() {
    sockets.forEach(NetSocket::close);
    sockets.clear();
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  /** One connection. */
  private final class Session {
    private static final String END = "\r\n.\r\n";

    private final NetSocket socket;
    private final StringBuilder unread = new StringBuilder();
    private String recipient = "";
    private boolean isInBody;

    Session(NetSocket socket) {
      this.socket = socket;
    }

    void start() {
      connections.incrementAndGet();
      sockets.add(socket);
      socket.closeHandler(closed -> sockets.remove(socket));
      socket.exceptionHandler(error -> socket.close());
      socket.handler(this::received);
      answer(Step.BANNER, "220 sink.test");
    }

    private boolean answer(Step step, String normal) {
      return answer(faults.apply(step, recipient), normal);
    }

    private boolean answer(Optional<Fault> fault, String normal) {
      if (fault.isPresent() && fault.get().reply().isEmpty()) {
        socket.close();
        return false;
      }
      String reply = fault.flatMap(Fault::reply).orElse(normal) + "\r\n";
      switch (fault.map(Fault::pace).orElse(Fault.Pace.AT_ONCE)) {
        case AT_ONCE -> socket.write(reply);
        case BYTE_BY_BYTE -> drip(reply, 0);
        case NEVER -> {}
      }
      return fault.isEmpty();
    }

    private void drip(String reply, int from) {
      if (from < reply.length()) {
        socket.write(reply.substring(from, from + 1));
        vertx.setTimer(DRIP_MILLIS, passed -> drip(reply, from + 1));
      }
    }

    private void received(Buffer bytes) {
      unread.append(bytes);
      if (isInBody && faults.apply(Step.BODY, recipient).isPresent()) {
        socket.close();
        return;
      }
      int end;
      while ((end = unread.indexOf(isInBody ? END : "\r\n")) >= 0) {
        String text = unread.substring(0, end);
        unread.delete(0, end + (isInBody ? END.length() : 2));
        if (isInBody) {
          isInBody = false;
          body();
        } else {
          command(text);
        }
      }
    }

    private void body() {
      if (delayMillis > 0) {
        vertx.setTimer(delayMillis, passed -> end());
      } else {
        end();
      }
    }

    private void end() {
      Optional<Fault> fault = faults.apply(Step.END, recipient);
      if (fault.isEmpty() || fault.get().takes()) {
        taken.merge(recipient, 1, Integer::sum);
        times.add(System.nanoTime());
      }
      answer(fault, "250 2.0.0 taken");
    }

    private void command(String line) {
      switch (line.split("[ :]", 2)[0]) {
        case "EHLO" -> answer(Step.EHLO, "250 sink.test");
        case "RSET" -> answer(Step.RSET, "250 ok");
        case "MAIL" -> {
          recipient = "";
          answer(Step.MAIL, "250 ok");
        }
        case "RCPT" -> {
          recipient = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
          answer(Step.RCPT, "250 ok");
        }
        case "DATA" -> isInBody = answer(Step.DATA, "354 go on");
        case "QUIT" -> {
          socket.write("221 bye\r\n");
          socket.close();
        }
        default -> socket.write("500 unknown\r\n");
      }
    }
  }
}
