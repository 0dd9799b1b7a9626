package dev.shopwire.automation.mail.senders;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Lists a workspace's senders, newest first. Runs on the caller's event loop. */
public final class SenderList {
  private final Pool pool;
  private final CursorSigner signer;

  public SenderList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(request.id(), 0), List.of("mail senders", Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> SenderTable.page(pool, request.id(), before, take + 1))
        .map(
            senders ->
                ListResponse.of(
                    "mailSenders",
                    senders,
                    take,
                    MailSender::json,
                    last -> cursors.encode(Long.toString(last.id()))));
  }

  /** The complete list. */
  public static ExportSource export() {
    return SenderList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                ExportSource.Rows.of(
                    SenderTable.ALL, Tuple.of(workspaceId), row -> MailSender.read(row).json()));
  }
}
