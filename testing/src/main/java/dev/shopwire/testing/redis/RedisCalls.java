package dev.shopwire.testing.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A blocking connection to one server, using RESP2. */
final class RedisCalls implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 3_000;

  private final Socket socket;
  private final InputStream in;

  /**
   * @throws UncheckedIOException if the connection fails
   */
  RedisCalls(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @return a number, a list, or a text; "" for null
   * @throws IllegalStateException with the text of an error reply
   */
  Object call(Object... command) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.UTF_8));
      for (Object argument : command) {
        byte[] bytes = argument.toString().getBytes(StandardCharsets.UTF_8);
        out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(bytes);
        out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
      }
      out.writeTo(socket.getOutputStream());
      return reply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new IllegalStateException(rest);
      case ':' -> Long.valueOf(rest);
      case '$' -> text(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("not RESP: " + line);
    };
  }

  private String text(int length) throws IOException {
    return length < 0
        ? ""
        : new String(in.readNBytes(length + 2), 0, length, StandardCharsets.UTF_8);
  }

  private List<Object> list(int size) throws IOException {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(reply());
    }
    return all;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("connection closed");
      }
      line.write(c);
    }
    return line.toString(StandardCharsets.UTF_8).trim();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
