package dev.shopwire.common.http;

import io.netty.channel.ChannelPipeline;
import io.netty.util.AsciiString;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/**
 * Reads requests as Vert.x does, but takes no other header for a well-known one. Vert.x up to
 * 5.0.12 compares only some bytes of those names and reads {@code Content-Xength} as {@code
 * Content-Length}: a proxy forwards such a request as one without a body, and the next client's
 * request would be taken for the body (CVE-2026-102479). No release with a correction fits together
 * with a release of the PostgreSQL client yet; then this class can go.
 */
final class ExactHeaderNames extends VertxHttpRequestDecoder {
  /** The decoder's name in the pipelines of Vert.x. */
  private static final String DECODER = "httpDecoder";

  private ExactHeaderNames(HttpServerOptions options) {
    super(options);
  }

  /** To be called when the connection is opened, before anything is read from it. */
  static void use(HttpConnection connection, HttpServerOptions options) {
    ChannelPipeline pipeline =
        ((HttpServerConnection) connection).channelHandlerContext().pipeline();
    if (pipeline.get(DECODER) != null) { // HTTP/2 has its own, which is not affected
      pipeline.replace(DECODER, DECODER, new ExactHeaderNames(options));
    }
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString name = super.splitHeaderName(line, start, length);
    for (int i = 0; i < length; i++) {
      if (lower(name.byteAt(i)) != lower(line[start + i])) {
        return new AsciiString(line, start, length, true);
      }
    }
    return name;
  }

  private static int lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
  }
}
