package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts;
import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.exports.ExportContracts.EndRequest;
import dev.shopwire.common.exports.ExportContracts.KeepRequest;
import dev.shopwire.common.exports.ExportContracts.NextRequest;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportContracts.Opened;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * An export that a role has opened: a snapshot that waits to be read. Not thread-safe; use from one
 * event loop.
 */
public final class RoleExport implements RowSource {
  /** The reason with which a role refuses an export while others use all of its connections. */
  private static final String BUSY = "exports_busy";

  private static final long RETRY_MILLIS = 250;

  private final Vertx vertx;
  private final Role role;
  private final Opened opened;
  private long requested;

  private RoleExport(Vertx vertx, Role role, Opened opened) {
    this.vertx = vertx;
    this.role = role;
    this.opened = opened;
  }

  /**
   * Opens an export, or counts; while the role is busy, it is asked again.
   *
   * @param wait how long
   */
  public static Future<RoleExport> open(
      Vertx vertx, Role role, OpenRequest request, Duration wait) {
    return open(vertx, role, request, System.nanoTime() + wait.toNanos());
  }

  private static Future<RoleExport> open(Vertx vertx, Role role, OpenRequest request, long until) {
    return ExportContracts.open(role)
        .call(vertx, request)
        .map(opened -> new RoleExport(vertx, role, opened))
        .recover(
            error ->
                isBusy(error) && System.nanoTime() - until < 0
                    ? vertx
                        .timer(RETRY_MILLIS)
                        .compose(elapsed -> open(vertx, role, request, until))
                    : Future.failedFuture(error));
  }

  private static boolean isBusy(Throwable error) {
    return error instanceof Failure failure && failure.reason().equals(BUSY);
  }

  @Override
  public long count() {
    return opened.count();
  }

  @Override
  public Future<Chunk> next() {
    return ExportContracts.next(role)
        .at(opened.process())
        .call(vertx, new NextRequest(opened.export(), requested++));
  }

  @Override
  public void keep() {
    ExportContracts.keep(role)
        .at(opened.process())
        .call(vertx, new KeepRequest(opened.export()))
        .otherwiseEmpty();
  }

  /** The role ends it too, later, if this request is lost. */
  @Override
  public void end() {
    if (!opened.export().isEmpty()) {
      ExportContracts.end(role)
          .at(opened.process())
          .call(vertx, new EndRequest(opened.export()))
          .otherwiseEmpty();
    }
  }
}
