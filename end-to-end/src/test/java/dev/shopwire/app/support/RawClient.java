package dev.shopwire.app.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A raw TCP connection to a local port, from a given loopback address. */
public final class RawClient implements AutoCloseable {
  private static final int PAUSE_MILLIS = 100;

  private final Socket socket = new Socket();

  private RawClient() {}

  /**
   * @param source a loopback address such as 127.0.0.2
   */
  public static RawClient connect(String url, String source) {
    RawClient client = new RawClient();
    try {
      client.socket.bind(new InetSocketAddress(InetAddress.getByName(source), 0));
      client.socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), URI.create(url).getPort()),
          2_000);
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns false if the peer has closed the connection. */
  public boolean write(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the peer closes the connection within {@code time}, after any data. */
  public boolean isClosedWithin(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    try {
      while (true) {
        long remaining = (end - System.nanoTime()) / 1_000_000;
        if (remaining <= 0) {
          return false;
        }
        socket.setSoTimeout((int) remaining);
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      }
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Waits up to {@code time} for data and reads it until it pauses or ends. */
  public String read(Duration time) {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try {
      socket.setSoTimeout((int) time.toMillis());
      byte[] buffer = new byte[8_192];
      for (int n = socket.getInputStream().read(buffer);
          n >= 0;
          n = socket.getInputStream().read(buffer)) {
        read.write(buffer, 0, n);
        socket.setSoTimeout(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      // no more data
    }
    return read.toString(StandardCharsets.UTF_8);
  }

  /** Sends a GET and returns the response's status, or 0 if none arrives within 5 s. */
  public int get(String path) {
    write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    String response = read(Duration.ofSeconds(5));
    return response.startsWith("HTTP/1.1 ") ? Integer.parseInt(response.substring(9, 12)) : 0;
  }

  public static int get(String url, String source, String path) {
    try (RawClient client = connect(url, source)) {
      return client.get(path);
    } catch (UncheckedIOException e) {
      return 0;
    }
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
