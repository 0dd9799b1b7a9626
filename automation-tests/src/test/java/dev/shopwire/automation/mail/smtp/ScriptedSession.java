package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection of a scripted server. */
final class ScriptedSession {
  private static final int FIRST_BYTES = 1_000;
  private static final long PAUSE_MILLIS = 3_500;
  private static final String END = "\r\n.\r\n";

  private final ScriptedSmtpServer server;
  private final NetSocket socket;
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private StringBuilder unread = new StringBuilder();
  private boolean isInBody;
  private int searched;
  private int loginLines;
  private String from = "";
  private String to = "";

  ScriptedSession(ScriptedSmtpServer server, NetSocket socket) {
    this.server = server;
    this.socket = socket;
  }

  void start() {
    // An action may replace the close handler, but not the end handler.
    socket.endHandler(end -> closed());
    socket.closeHandler(end -> closed());
    socket.exceptionHandler(error -> closed());
    socket.handler(this::received);
    act(Moment.BANNER, "220 scripted.test ready");
  }

  private void closed() {
    if (isClosed.compareAndSet(false, true)) {
      server.closed();
    }
  }

  private void act(Moment moment, String normal) {
    act(moment, Action.reply(normal));
  }

  private void act(Moment moment, Action normal) {
    Action action = server.action(moment, normal);
    action.run(server.vertx(), socket);
    if (action == Action.DROP) {
      closed();
    }
  }

  private void received(Buffer bytes) {
    unread.append(bytes.toString(UTF_8));
    boolean isMore = true;
    while (isMore) {
      isMore = isInBody ? body() : line();
    }
  }

  private boolean line() {
    int end = unread.indexOf("\r\n");
    if (end < 0) {
      return false;
    }
    String line = unread.substring(0, end);
    unread.delete(0, end + 2);
    server.command(line, socket.isSsl());
    if (loginLines > 0) {
      loginLines--;
      act(Moment.AUTH, loginLines > 0 ? "334 UGFzc3dvcmQ6" : "235 2.7.0 ok");
    } else {
      command(line);
    }
    return true;
  }

  private void command(String line) {
    switch (line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT)) {
      case "EHLO" -> act(Moment.EHLO, capabilities());
      case "STARTTLS" -> act(Moment.STARTTLS, (vertx, any) -> startTls());
      case "AUTH" -> authenticate(line);
      case "RSET" -> act(Moment.RSET, "250 ok");
      case "MAIL" -> {
        from = line;
        act(Moment.MAIL, "250 2.1.0 ok");
      }
      case "RCPT" -> {
        to = line;
        act(Moment.RCPT, "250 2.1.5 ok");
      }
      case "DATA" -> {
        isInBody = !server.isScripted(Moment.DATA);
        act(Moment.DATA, "354 go on");
      }
      case "QUIT" -> {
        socket.write("221 bye\r\n");
        socket.close();
      }
      default -> socket.write("500 unknown command\r\n");
    }
  }

  private void startTls() {
    if (server.isScripted(Moment.HANDSHAKE)) {
      socket.write("220 go ahead\r\n");
      act(Moment.HANDSHAKE, "");
    } else {
      Buffer reply = Buffer.buffer("220 go ahead\r\n");
      socket.upgradeToSsl(server.tlsOptions(), reply).onFailure(error -> socket.close());
    }
  }

  private void authenticate(String line) {
    boolean isLogin = line.equals("AUTH LOGIN");
    loginLines = isLogin ? 2 : line.equals("AUTH PLAIN") ? 1 : 0;
    act(Moment.AUTH, loginLines > 0 ? "334 " : "235 2.7.0 ok");
  }

  private String capabilities() {
    List<String> keywords = server.capabilities(socket.isSsl());
    StringBuilder reply = new StringBuilder("250");
    String separator = keywords.isEmpty() ? " " : "-";
    reply.append(separator).append("scripted.test");
    for (int i = 0; i < keywords.size(); i++) {
      reply.append("\r\n250").append(i + 1 < keywords.size() ? "-" : " ").append(keywords.get(i));
    }
    return reply.toString();
  }

  /** Long enough for a client to give up; after that the end of the connection is noticed. */
  private void stopReading() {
    socket.pause();
    socket.handler(rest -> {});
    server.vertx().setTimer(PAUSE_MILLIS, over -> socket.resume());
  }

  /** Reads a mail. */
  private boolean body() {
    if (server.isScripted(Moment.MID_BODY)) {
      if (unread.length() >= FIRST_BYTES) {
        stopReading();
        // Not within a read: what is written in a paused one is flushed when it is resumed.
        server.vertx().setTimer(1, later -> act(Moment.MID_BODY, ""));
      }
      return false;
    }
    int end = unread.indexOf(END, searched);
    if (end < 0) {
      searched = Math.max(0, unread.length() - END.length());
      return false;
    }
    String content = unread.substring(0, end + 2).replace("\r\n..", "\r\n.");
    unread.delete(0, end + END.length());
    isInBody = false;
    searched = 0;
    if (!server.isScripted(Moment.AFTER_DOT)) {
      server.take(new ScriptedSmtpServer.Taken(from, to, content));
    }
    act(Moment.AFTER_DOT, "250 2.0.0 queued");
    return true;
  }
}
