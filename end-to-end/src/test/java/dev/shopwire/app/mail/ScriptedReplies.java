package dev.shopwire.app.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An SMTP server in clear on a free port of the loopback interface. It answers each command with a
 * reply that a test may replace; an empty one is none. Thread-safe.
 */
final class ScriptedReplies implements AutoCloseable {
  static final String BANNER = "BANNER";

  private final ServerSocket server;
  private final Map<String, String> replies = new ConcurrentHashMap<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  ScriptedReplies() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    replies.put(BANNER, "220 scripted.example ready");
    replies.put("EHLO", "250 scripted.example");
    replies.put("QUIT", "221 bye");
    start(this::accept);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "scripted-smtp");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  /** From now on. */
  ScriptedReplies reply(String command, String reply) {
    replies.put(command, reply);
    return this;
  }

  List<String> received() {
    return received;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      write(socket, BANNER);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        received.add(line);
        write(socket, line.split(" ", 2)[0].toUpperCase(Locale.ROOT));
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private void write(Socket socket, String command) throws IOException {
    String reply = replies.getOrDefault(command, "500 unknown command");
    if (!reply.isEmpty()) {
      OutputStream out = socket.getOutputStream();
      out.write((reply + "\r\n").getBytes(ISO_8859_1));
      out.flush();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
