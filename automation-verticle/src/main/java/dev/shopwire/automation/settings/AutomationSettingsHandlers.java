package dev.shopwire.automation.settings;

import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the console's requests about how a workspace sends mails. Runs on the caller's event
 * loop.
 */
public final class AutomationSettingsHandlers {
  private static final String FIELD = "/quietHours/timezone/field";

  private final Pool pool;

  public AutomationSettingsHandlers(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> AutomationSettings.read(pool, request.id()))
        .map(AutomationSettingsHandlers::respond);
  }

  public Future<JsonResponse> change(AdminRequest request) {
    SettingsInput input = SettingsInput.read(request.body());
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        change(connection, workspaceId, input, request.caller().in(workspaceId))))
        .map(AutomationSettingsHandlers::respond);
  }

  private static Future<AutomationSettings> change(
      SqlConnection connection, long workspaceId, SettingsInput input, Caller caller) {
    return AutomationSettingsTable.lock(connection, workspaceId)
        .compose(locked -> check(connection, workspaceId, input))
        .compose(valid -> AutomationSettings.read(connection, workspaceId))
        .compose(
            before -> {
              AutomationSettings after = input.applyTo(before);
              return after.equals(before)
                  ? Future.succeededFuture(after)
                  : write(connection, workspaceId, before, after, caller).map(after);
            });
  }

  private static Future<Void> write(
      SqlConnection connection,
      long workspaceId,
      AutomationSettings before,
      AutomationSettings after,
      Caller caller) {
    return AutomationSettingsTable.write(connection, workspaceId, after)
        .compose(
            written ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.changed(
                        "automation_settings.changed",
                        new AuditObject("automation_settings", Long.toString(workspaceId), null),
                        before.json(),
                        after.json())));
  }

  /** Fails with 422 and every fault. */
  private static Future<Void> check(
      SqlConnection connection, long workspaceId, SettingsInput input) {
    List<ValidationError> faults = new ArrayList<>(input.faults());
    return checkField(connection, workspaceId, input.zoneField())
        .compose(
            fault -> {
              fault.ifPresent(faults::add);
              return checkSender(connection, workspaceId, input);
            })
        .map(
            fault -> {
              fault.ifPresent(faults::add);
              if (!faults.isEmpty()) {
                throw Failure.invalid(faults);
              }
              return null;
            });
  }

  private static Future<Optional<ValidationError>> checkField(
      SqlConnection connection, long workspaceId, Optional<TemplatePath.Field> field) {
    return field.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : TemplateFields.read(connection, workspaceId, List.of(field.get()))
            .map(known -> fault(known.find(field.get())));
  }

  private static Optional<ValidationError> fault(TemplateFields.Found found) {
    return found
        .problem()
        .map(problem -> new ValidationError(FIELD, problem.code(), problem.message()))
        .or(
            () ->
                found
                    .target()
                    .map(target -> target.field().type())
                    .filter(type -> type != Vocabulary.Type.TEXT)
                    .map(
                        type ->
                            new ValidationError(
                                FIELD,
                                "type_mismatch",
                                "expected a field of type text, not " + type.id())));
  }

  private static Future<Optional<ValidationError>> checkSender(
      SqlConnection connection, long workspaceId, SettingsInput input) {
    Long sender = input.defaultSender().value();
    return sender == null
        ? Future.succeededFuture(Optional.empty())
        : Senders.exists(connection, workspaceId, sender)
            .map(
                exists ->
                    exists
                        ? Optional.empty()
                        : Optional.of(
                            new ValidationError(
                                "/defaultSender",
                                "unknown_sender",
                                "The workspace has no such sender")));
  }

  private static JsonResponse respond(AutomationSettings settings) {
    return JsonResponse.of(Map.of("settings", settings.json()));
  }
}
