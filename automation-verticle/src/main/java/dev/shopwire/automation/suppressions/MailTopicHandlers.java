package dev.shopwire.automation.suppressions;

import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.resources.ResourceUsers.Kind;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/** Handles the console's requests about topics of mails. Runs on the caller's event loop. */
public final class MailTopicHandlers {
  private static final int MAX_NAME = 100;

  private final Pool pool;
  private final CursorSigner signer;

  public MailTopicHandlers(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    return MailTopicTable.RESOURCES.list(pool, signer, request);
  }

  /** The complete list. */
  public static ExportSource export() {
    return MailTopicTable.RESOURCES.export();
  }

  public Future<JsonResponse> create(AdminRequest request) {
    String name = readName(request);
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        create(connection, workspaceId, name, request.caller().in(workspaceId))))
        .map(MailTopicHandlers::respond);
  }

  private static String readName(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String name = input.requiredString("name", MAX_NAME);
    input.throwIfInvalid();
    return name;
  }

  private static Future<MailTopic> create(
      SqlConnection connection, long workspaceId, String name, Caller caller) {
    return MailTopicTable.check(connection, workspaceId, 0, name)
        .compose(fits -> MailTopicTable.insert(connection, workspaceId, name))
        .compose(
            topic ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.created(
                            "mail_topic.created", topic.auditObject(), topic.auditFields()))
                    .map(topic));
  }

  public Future<JsonResponse> change(AdminRequest request) {
    String name = readName(request);
    return Transactions.run(
            pool, connection -> rename(connection, request.id(), name, request.caller()))
        .map(MailTopicHandlers::respond);
  }

  private static Future<MailTopic> rename(
      SqlConnection connection, long id, String name, Caller caller) {
    long workspaceId = caller.workspaceId();
    return MailTopicTable.check(connection, workspaceId, id, name)
        .compose(free -> MailTopicTable.require(connection, workspaceId, id))
        .compose(
            before ->
                MailTopicTable.rename(connection, workspaceId, id, name)
                    .compose(
                        after ->
                            AuditLog.write(
                                    connection,
                                    caller,
                                    AuditEntry.changed(
                                        "mail_topic.changed",
                                        after.auditObject(),
                                        before.auditFields(),
                                        after.auditFields()))
                                .map(after)));
  }

  /** Deletes unsubscriptions from the topic, too. Fails with 409 if a campaign uses it. */
  public Future<JsonResponse> delete(AdminRequest request) {
    return Transactions.run(pool, connection -> delete(connection, request.id(), request.caller()))
        .map(deleted -> JsonResponse.success());
  }

  private static Future<Void> delete(SqlConnection connection, long id, Caller caller) {
    long workspaceId = caller.workspaceId();
    return MailTopicTable.lock(connection, workspaceId, id)
        .compose(
            topic ->
                ResourceUsers.requireNone(connection, workspaceId, Kind.TOPIC, id)
                    .compose(unused -> MailTopicTable.delete(connection, workspaceId, id))
                    .compose(deleted -> SuppressionTable.deleteOfTopic(connection, workspaceId, id))
                    .compose(
                        deleted ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.deleted(
                                    "mail_topic.deleted",
                                    topic.auditObject(),
                                    topic.auditFields()))));
  }

  private static JsonResponse respond(MailTopic topic) {
    return JsonResponse.of(Map.of("mailTopic", topic.json()));
  }
}
