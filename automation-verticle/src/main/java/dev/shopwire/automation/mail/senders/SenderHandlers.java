package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.resources.ResourceUsers.Kind;
import dev.shopwire.automation.resources.ResourceUsers.User;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Handles the console's requests about senders. Runs on the caller's event loop. */
public final class SenderHandlers {
  /** Keys are made on threads of their own, so that they take at most two processors. */
  private static final int KEY_THREADS = 2;

  private static final int MAX_WAITING = 32;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Pool pool;
  private final CursorSigner signer;
  private final MailConfig config;
  private final AddressPolicy policy;
  private final SenderSecrets secrets;
  private final WorkerExecutor reading;
  private final IsDefault isDefault;
  private final ReadReports reports;
  private int waiting;

  /**
   * @param isDefault whether a workspace's settings name the sender
   * @param reports how many reports arrived for the sender
   */
  public SenderHandlers(
      Vertx vertx,
      Pool pool,
      CursorSigner signer,
      MailConfig config,
      SecretKeys keys,
      IsDefault isDefault,
      ReadReports reports) {
    this.pool = pool;
    this.signer = signer;
    this.isDefault = isDefault;
    this.reports = reports;
    this.config = config;
    this.policy = config.policy();
    this.secrets = new SenderSecrets(keys);
    this.reading = vertx.createSharedWorkerExecutor("mail-sender-keys", KEY_THREADS);
  }

  /** Finds out whether a workspace's settings name a sender. */
  @FunctionalInterface
  public interface IsDefault {
    Future<Boolean> find(SqlConnection connection, long workspaceId, long sender);
  }

  /** Reads what is shown of the reports that arrived for a sender, as fields of it. */
  @FunctionalInterface
  public interface ReadReports {
    Future<Map<String, @Nullable Object>> read(SqlClient client, long workspaceId, long sender);
  }

  public Future<JsonResponse> list(AdminQuery request) {
    return SenderTable.RESOURCES.list(pool, signer, request);
  }

  /** The complete list. */
  public static ExportSource export() {
    return SenderTable.RESOURCES.export();
  }

  public Future<JsonResponse> show(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return SenderTable.require(pool, workspaceId, request.id())
        .compose(
            sender ->
                reports
                    .read(pool, workspaceId, sender.id())
                    .map(
                        fields -> {
                          Map<String, @Nullable Object> json = sender.json();
                          json.putAll(fields);
                          return respond(json);
                        }));
  }

  /** Only this response contains the URL for reports. */
  public Future<JsonResponse> create(AdminRequest request) {
    long workspaceId = request.id();
    String secret = EventsUrl.newSecret();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> read(() -> SenderReader.ofNew(request.body(), policy)))
        .compose(
            input ->
                Transactions.run(
                    pool,
                    connection ->
                        create(
                            connection,
                            workspaceId,
                            input,
                            secret,
                            request.caller().in(workspaceId))))
        .map(
            sender -> {
              Map<String, @Nullable Object> json = sender.json();
              json.put("eventsUrl", EventsUrl.of(config, secret));
              return respond(json);
            });
  }

  private Future<SenderInput> read(Callable<SenderInput> reader) {
    if (waiting >= MAX_WAITING) {
      return Future.failedFuture(
          Failure.unavailable(
              "sender_changes_busy",
              "Too many senders are being changed at this moment, try again later",
              RETRY));
    }
    waiting++;
    return reading.executeBlocking(reader, false).onComplete(done -> waiting--);
  }

  private Future<MailSender> create(
      SqlConnection connection, long workspaceId, SenderInput input, String secret, Caller caller) {
    SenderFields fields = input.fields();
    return SenderTable.check(
            connection, workspaceId, 0, fields.name(), config.sendersPerWorkspace())
        .compose(
            fits -> SenderTable.insert(connection, workspaceId, fields, EventsUrl.hash(secret)))
        .compose(
            sender ->
                secrets
                    .write(connection, workspaceId, sender.id(), input.secrets())
                    .compose(
                        written ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.created(
                                    "mail_sender.created",
                                    sender.auditObject(),
                                    sender.fields().json())))
                    .map(sender));
  }

  /** A URI is replaced as a whole, so that no password reaches a host it was not given for. */
  public Future<JsonResponse> change(AdminRequest request) {
    return read(() -> SenderReader.ofChange(request.body(), policy))
        .compose(
            input ->
                Transactions.run(
                    pool, connection -> change(connection, request.id(), input, request.caller())))
        .map(sender -> respond(sender.json()));
  }

  private Future<MailSender> change(
      SqlConnection connection, long id, SenderInput input, Caller caller) {
    long workspaceId = caller.workspaceId();
    return checkName(connection, workspaceId, id, input)
        .compose(free -> SenderTable.lock(connection, workspaceId, id))
        .compose(
            before -> {
              Map<SecretKind, Optional<String>> given = input.secretsFor(before.fields());
              return SenderTable.update(connection, workspaceId, id, input.applyTo(before.fields()))
                  .compose(
                      after ->
                          secrets
                              .write(connection, workspaceId, id, given)
                              .compose(
                                  written ->
                                      AuditLog.write(
                                          connection, caller, changed(before, after, given)))
                              .map(after));
            });
  }

  private Future<Void> checkName(
      SqlConnection connection, long workspaceId, long id, SenderInput input) {
    String name = input.name().value();
    return name == null
        ? Future.succeededFuture()
        : SenderTable.check(connection, workspaceId, id, name, config.sendersPerWorkspace());
  }

  /** Says which secrets were given anew, though nothing that is shown may have changed. */
  private static Optional<AuditEntry> changed(
      MailSender before, MailSender after, Map<SecretKind, Optional<String>> given) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(after.fields().json());
    List<String> replaced =
        given.entrySet().stream()
            .filter(entry -> entry.getValue().isPresent())
            .map(entry -> entry.getKey().id())
            .toList();
    if (!replaced.isEmpty()) {
      fields.put("replacedSecrets", replaced);
    }
    return AuditEntry.changed(
        "mail_sender.changed", after.auditObject(), before.fields().json(), fields);
  }

  /**
   * Fails with 409 for the default sender, and for one that a campaign uses. Other mails that are
   * still to be sent by it fail.
   */
  public Future<JsonResponse> delete(AdminRequest request) {
    return Transactions.run(pool, connection -> delete(connection, request.id(), request.caller()))
        .map(deleted -> JsonResponse.success());
  }

  private Future<Void> delete(SqlConnection connection, long id, Caller caller) {
    long workspaceId = caller.workspaceId();
    return SenderTable.lock(connection, workspaceId, id)
        .compose(
            sender ->
                checkUnused(connection, workspaceId, id)
                    .compose(unused -> SenderTable.delete(connection, workspaceId, id))
                    .compose(
                        deleted ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.deleted(
                                    "mail_sender.deleted",
                                    sender.auditObject(),
                                    sender.fields().json()))));
  }

  private Future<Void> checkUnused(SqlConnection connection, long workspaceId, long id) {
    return isDefault
        .find(connection, workspaceId, id)
        .map(
            isUsed -> {
              if (isUsed) {
                throw ResourceUsers.inUse(
                    Kind.SENDER,
                    List.of(new User("automation_settings", workspaceId, "Automation settings")));
              }
              return null;
            })
        .compose(unused -> ResourceUsers.requireNone(connection, workspaceId, Kind.SENDER, id));
  }

  private static JsonResponse respond(Map<String, @Nullable Object> sender) {
    return JsonResponse.of(Map.of("mailSender", sender));
  }
}
