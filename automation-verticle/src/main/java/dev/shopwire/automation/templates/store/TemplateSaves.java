package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.resources.ResourceUsers.Kind;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates, changes and deletes templates, each in one transaction. What is sent is checked before;
 * what was saved before is valid, and the validity of subject, HTML and text does not depend on
 * each other, so that two changes at once of different members make two valid versions. Not
 * thread-safe; use from one event loop.
 */
final class TemplateSaves {
  private final Pool pool;
  private final TemplateWork work;
  private final int limit;

  /**
   * @param limit how many templates a workspace may have
   */
  TemplateSaves(Pool pool, TemplateWork work, int limit) {
    this.pool = pool;
    this.work = work;
    this.limit = limit;
  }

  Future<StoredTemplate> create(long workspaceId, TemplateInput input, Caller caller) {
    return check(workspaceId, input)
        .compose(
            valid ->
                Transactions.run(
                    pool, connection -> create(connection, workspaceId, input, caller)));
  }

  private Future<StoredTemplate> create(
      SqlConnection connection, long workspaceId, TemplateInput input, Caller caller) {
    String name = input.name().orElseThrow();
    return MailTemplateTable.RESOURCES
        .lock(connection, workspaceId)
        .compose(
            locked -> MailTemplateTable.RESOURCES.check(connection, workspaceId, 0, name, limit))
        .compose(free -> MailTemplateTable.insert(connection, workspaceId, name, input.source()))
        .compose(
            created ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.created(
                            "mail_template.created",
                            created.summary().auditObject(),
                            created.summary().auditFields()))
                    .map(created));
  }

  /** Fails with 404 if there is no such template. */
  Future<StoredTemplate> change(long workspaceId, long id, TemplateInput input, Caller caller) {
    return MailTemplateTable.requireVersion(pool, workspaceId, id)
        .compose(exists -> check(workspaceId, input))
        .compose(
            valid ->
                Transactions.run(
                    pool, connection -> change(connection, workspaceId, id, input, caller)));
  }

  private Future<StoredTemplate> change(
      SqlConnection connection, long workspaceId, long id, TemplateInput input, Caller caller) {
    return MailTemplateTable.RESOURCES
        .lock(connection, workspaceId)
        .compose(locked -> MailTemplateTable.require(connection, workspaceId, id))
        .compose(
            before -> {
              String name = input.name().orElse(before.summary().name());
              MailSource source = input.applyTo(before.source());
              boolean isSame =
                  name.equals(before.summary().name()) && source.equals(before.source());
              return isSame
                  ? Future.succeededFuture(before)
                  : change(connection, workspaceId, before, name, source, caller);
            });
  }

  private Future<StoredTemplate> change(
      SqlConnection connection,
      long workspaceId,
      StoredTemplate before,
      String name,
      MailSource source,
      Caller caller) {
    return MailTemplateTable.RESOURCES
        .check(connection, workspaceId, before.summary().id(), name, limit)
        .compose(free -> MailTemplateTable.update(connection, workspaceId, before, name, source))
        .compose(
            after ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.changed(
                            "mail_template.changed",
                            after.summary().auditObject(),
                            before.summary().auditFields(),
                            after.summary().auditFields()))
                    .map(after));
  }

  /** Fails with 404 if there is no such template, and with 409 if a campaign uses it. */
  Future<Void> delete(long workspaceId, long id, Caller caller) {
    return Transactions.run(
        pool,
        connection ->
            MailTemplateTable.RESOURCES
                .lock(connection, workspaceId)
                .compose(locked -> MailTemplateTable.lock(connection, workspaceId, id))
                .compose(locked -> MailTemplateTable.require(connection, workspaceId, id))
                .compose(
                    found ->
                        ResourceUsers.requireNone(connection, workspaceId, Kind.TEMPLATE, id)
                            .compose(
                                unused -> MailTemplateTable.delete(connection, workspaceId, id))
                            .compose(
                                deleted ->
                                    AuditLog.write(
                                        connection,
                                        caller,
                                        AuditEntry.deleted(
                                            "mail_template.deleted",
                                            found.summary().auditObject(),
                                            found.summary().auditFields())))));
  }

  /** Fails with 422 and every fault of the body and of its sources. */
  private Future<Void> check(long workspaceId, TemplateInput input) {
    MailSource source = input.checked();
    Future<TemplateCheck> checked =
        input.hasSources()
            ? work.run(workspaceId, () -> TemplateCheck.of(source))
            : Future.succeededFuture(TemplateCheck.NOTHING);
    return checked.compose(
        check ->
            Snapshots.read(
                    pool, connection -> TemplateFields.read(connection, workspaceId, check.paths()))
                .map(
                    fields -> {
                      List<ValidationError> all = new ArrayList<>(input.faults());
                      all.addAll(check.faults(fields));
                      if (!all.isEmpty()) {
                        throw Failure.invalid(all);
                      }
                      return null;
                    }));
  }
}
