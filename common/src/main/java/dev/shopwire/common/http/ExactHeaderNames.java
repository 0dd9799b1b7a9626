package dev.shopwire.common.http;

import io.netty.channel.ChannelPipeline;
import io.netty.util.AsciiString;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/**
 * Decodes requests as Vert.x does, but compares well-known header names in full. Vert.x up to
 * 5.0.12 compares only some of their bytes and reads {@code Content-Xength} as {@code
 * Content-Length}: a proxy forwards such a request as one without a body, and the next client's
 * request would be read as the body (CVE-2026-102479). To be removed when a fixed release is
 * compatible with a release of the PostgreSQL client.
 */
final class ExactHeaderNames extends VertxHttpRequestDecoder {
  /** The decoder's name in Vert.x pipelines. */
  private static final String DECODER = "httpDecoder";

  private ExactHeaderNames(HttpServerOptions options) {
    super(options);
  }

  /** Must be called when the connection is opened, before anything is read from it. */
  static void install(HttpConnection connection, HttpServerOptions options) {
    ChannelPipeline pipeline =
        ((HttpServerConnection) connection).channelHandlerContext().pipeline();
    if (pipeline.get(DECODER) != null) { // HTTP/2 has another decoder, which is not affected
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
