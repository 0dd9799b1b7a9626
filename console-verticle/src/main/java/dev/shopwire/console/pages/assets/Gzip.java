package dev.shopwire.console.pages.assets;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Compresses what browsers load. */
public final class Gzip {
  private static final int BUFFER = 4_096;

  private Gzip() {}

  public static byte[] of(byte[] content) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(BUFFER);
    try (GZIPOutputStream out = new GZIPOutputStream(compressed, BUFFER)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  /** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
  public static boolean isAccepted(HttpServerRequest request) {
    String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
    if (accepted == null) {
      return false;
    }
    for (String coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = coding.replace(" ", "").split(";", 2);
      if (parts[0].equals("gzip")) {
        return parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
      }
    }
    return false;
  }
}
