package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Uuid7;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Rejects invalid HTTP requests with the same problem documents as other failures. Closes the
 * connection, because the start of the next request is unknown.
 */
final class InvalidRequests {
  private InvalidRequests() {}

  /** Rejects a request that could not be decoded. */
  static void respond(HttpServerRequest request) {
    respond(request, failure(request.decoderResult().cause()));
  }

  static void respond(HttpServerRequest request, Failure failure) {
    String id = Uuid7.next().toString();
    request
        .response()
        .setStatusCode(failure.code().status())
        .putHeader(HttpHeaders.CONTENT_TYPE, Problems.MEDIA_TYPE)
        .putHeader("X-Request-Id", id)
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .end(Buffer.buffer(Problems.document(failure, id).toString()))
        .onComplete(ended -> request.connection().close());
  }

  /** Returns why no route could handle a request that was decoded; empty if it is valid. */
  static Optional<Failure> check(HttpServerRequest request) {
    int hosts = request.headers().getAll(HttpHeaders.HOST).size();
    if (hosts > 1 || (hosts == 0 && request.version() != HttpVersion.HTTP_1_0)) {
      return Optional.of(
          Failure.of(
              Code.MALFORMED,
              "A request must have exactly one Host header (RFC 9112, section 3.2), got " + hosts));
    }
    return isReadable(String.valueOf(request.path()))
        ? Optional.empty()
        : Optional.of(
            Failure.of(
                Code.MALFORMED,
                "The path must be percent-encoded UTF-8 without U+0000 (RFC 3986, section 2.1)"));
  }

  private static boolean isReadable(String path) {
    if (path.indexOf('%') < 0) {
      return true;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(path.length());
    for (int i = 0; i < path.length(); i++) {
      int value = path.charAt(i);
      if (value == '%') {
        value = i + 2 < path.length() ? hex(path.charAt(i + 1), path.charAt(i + 2)) : -1;
        i += 2;
      }
      if (value <= 0 || value > 0xff) {
        return false;
      }
      bytes.write(value);
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static int hex(char high, char low) {
    int first = Character.digit(high, 16);
    int second = Character.digit(low, 16);
    return first < 0 || second < 0 ? -1 : first * 16 + second;
  }

  private static Failure failure(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Failure.of(
          Code.ADDRESS_TOO_LONG,
          "The request line exceeds "
              + HttpListener.MAX_REQUEST_LINE
              + " bytes; shorten the query");
    }
    return cause instanceof TooLongHttpHeaderException
        ? Failure.of(Code.HEADERS_TOO_LARGE, "The headers are larger than 8192 bytes")
        : Failure.of(Code.MALFORMED, "The request is not valid HTTP");
  }
}
