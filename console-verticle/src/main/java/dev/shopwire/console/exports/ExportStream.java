package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.console.exports.ExportMetrics.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a file while its rows are read: the next ones are requested while the present ones are
 * written, so that memory holds two chunks at most. What can't be completed breaks the connection
 * before the last chunk of the response, so that no client takes a part for the whole. Not
 * thread-safe; use from one event loop.
 */
final class ExportStream {
  private static final Logger LOG = LoggerFactory.getLogger(ExportStream.class);

  private final Vertx vertx;
  private final RowSource rows;
  private final FileParts file;
  private final RoutingContext context;
  private final HttpServerResponse response;
  private final Settings settings;
  private final Promise<Outcome> ended = Promise.promise();
  private long sent;

  /**
   * What all exports of a process share.
   *
   * @param unread ends the connection of a client that does not read
   * @param longest how long an export may take
   */
  record Settings(Deadlines unread, Duration longest, ExportMetrics metrics) {}

  ExportStream(
      Vertx vertx, RowSource rows, FileParts file, RoutingContext context, Settings settings) {
    this.vertx = vertx;
    this.rows = rows;
    this.file = file;
    this.context = context;
    this.response = context.response();
    this.settings = settings;
  }

  /**
   * Sends everything; the response's headers are set.
   *
   * @param record called when all rows were written; the file is complete once it succeeds
   * @return completes when the response has ended in any way
   */
  Future<Outcome> send(Supplier<Future<Void>> record) {
    settings.metrics().started();
    long timer = vertx.setTimer(settings.longest().toMillis(), late -> fail("it took too long"));
    context.addEndHandler(end -> end(Outcome.ABANDONED));
    ended
        .future()
        .onSuccess(
            outcome -> {
              vertx.cancelTimer(timer);
              settings.metrics().ended(outcome);
            });
    if (response.closed()) {
      end(Outcome.ABANDONED);
    } else {
      response.setChunked(true);
      write(file.head(), () -> request(rows.next(), record));
    }
    return ended.future();
  }

  private void request(Future<Chunk> coming, Supplier<Future<Void>> record) {
    coming.onComplete(
        chunk -> {
          if (isEnded()) {
            return;
          }
          sent += chunk.rows();
          settings.metrics().sent(chunk.rows());
          Runnable then;
          if (chunk.isLast()) {
            then = () -> finish(record);
          } else {
            Future<Chunk> next = rows.next();
            then = () -> request(next, record);
          }
          file.start(chunk.lines());
          writeParts(then);
        },
        error -> fail(String.valueOf(error.getMessage())));
  }

  /** Yields to other work of the event loop after each part. */
  private void writeParts(Runnable then) {
    if (isEnded()) {
      return;
    }
    Optional<Buffer> part = file.next();
    if (part.isEmpty()) {
      then.run();
    } else {
      write(part.get(), () -> vertx.runOnContext(turn -> writeParts(then)));
    }
  }

  private void write(Buffer part, Runnable then) {
    Future<Void> written = response.write(part);
    settings.unread().watch(written, this::cutOff);
    written.onComplete(done -> then.run(), error -> end(Outcome.ABANDONED));
  }

  private void cutOff() {
    LOG.info("Closed the connection of a client that does not read its export");
    end(Outcome.ABANDONED);
  }

  private void finish(Supplier<Future<Void>> record) {
    if (sent != rows.count()) {
      fail("it has " + sent + " rows, but " + rows.count() + " were counted");
      return;
    }
    record
        .get()
        .onComplete(
            recorded -> {
              if (!isEnded()) {
                ended.complete(Outcome.FINISHED);
                response.end();
              }
            },
            error -> fail("recording it failed: " + error.getMessage()));
  }

  private void fail(String reason) {
    if (!isEnded()) {
      LOG.warn("An export could not be completed, its connection was closed: {}", reason);
      end(Outcome.BROKEN);
    }
  }

  /** Ends the export early, and with it the connection. */
  private void end(Outcome outcome) {
    if (ended.tryComplete(outcome)) {
      rows.end();
      context.request().connection().close();
    }
  }

  private boolean isEnded() {
    return ended.future().isComplete();
  }
}
