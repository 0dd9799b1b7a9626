package dev.shopwire.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends single commands to Redis, independently of the service. */
public final class RedisCommands {
  private static final int TIMEOUT_MILLIS = 2_000;

  private final URI uri;

  public RedisCommands(String uri) {
    this.uri = URI.create(uri);
  }

  /**
   * Sends one command.
   *
   * @return the first line of the reply
   * @throws UncheckedIOException if Redis is unavailable
   */
  public String send(String command) {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      String userInfo = uri.getUserInfo();
      if (userInfo != null) {
        send(socket, "AUTH " + userInfo.substring(userInfo.indexOf(':') + 1));
      }
      return send(socket, command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String send(Socket socket, String command) throws IOException {
    socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
    InputStream in = socket.getInputStream();
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().trim();
  }
}
