package dev.shopwire.app.console;

import dev.shopwire.app.support.RunningService;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Downloads a file of the console over a plain connection, at the pace of the test, and
 * distinguishes a complete file from one whose connection broke.
 */
public final class FileDownload implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  /** So small that the service notices soon that nothing is read. */
  private static final int RECEIVE_BUFFER = 8_192;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final Map<String, String> headers = new TreeMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final int status;

  /** What arrived, and whether it was all. */
  public record Result(String body, boolean complete) {}

  /** Sends the request and reads the head of the response. */
  public FileDownload(String consoleUrl, String path) {
    URI url = URI.create(consoleUrl);
    try {
      socket.setReceiveBufferSize(RECEIVE_BUFFER);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort()), TIMEOUT_MILLIS);
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n\r\n"
                  .formatted(path, url.getHost(), url.getPort(), RunningService.ADMIN_TOKEN)
                  .getBytes(StandardCharsets.UTF_8));
      in = new BufferedInputStream(socket.getInputStream(), RECEIVE_BUFFER);
      status = Integer.parseInt(line().split(" ", -1)[1]);
      for (String header = line(); !header.isEmpty(); header = line()) {
        String[] parts = header.split(": ", 2);
        headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int status() {
    return status;
  }

  public long totalCount() {
    return Long.parseLong(headers.getOrDefault("x-total-count", "-1"));
  }

  /** Reads the next chunk; false if it was the last one, which is empty. */
  public boolean readChunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    byte[] chunk = in.readNBytes(length);
    body.writeBytes(chunk);
    if (chunk.length < length) {
      throw new EOFException("the connection ended within a chunk");
    }
    line();
    return length > 0;
  }

  /** How many bytes of the file have arrived. */
  public int bytes() {
    return body.size();
  }

  /** Reads to the end, whatever it is. */
  public Result readRest() {
    boolean complete = false;
    try {
      while (readChunk()) {
        // The chunk is in the body.
      }
      complete = true;
    } catch (IOException e) {
      // The connection broke.
    }
    return new Result(body.toString(StandardCharsets.UTF_8), complete);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended within a line");
      }
      line.append((char) next);
    }
    return line.toString().strip();
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
