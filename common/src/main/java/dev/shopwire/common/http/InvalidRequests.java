package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Uuid7;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Answers what could not be read as an HTTP request, as everything else that is refused. The
 * connection ends with it: nobody knows where the next request would begin.
 */
final class InvalidRequests {
  private InvalidRequests() {}

  static void answer(HttpServerRequest request) {
    Failure failure = failure(request.decoderResult().cause());
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

  private static Failure failure(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Failure.of(
          Code.ADDRESS_TOO_LONG,
          "The address has more than " + Edge.MAX_ADDRESS + " bytes; ask for less in one request");
    }
    return cause instanceof TooLongHttpHeaderException
        ? Failure.of(Code.HEADERS_TOO_LARGE, "The headers are larger than 8192 bytes")
        : Failure.of(Code.MALFORMED, "The request is not valid HTTP");
  }
}
