package dev.shopwire.automation.templates.store;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** What others need to know of templates. Methods run on the caller's event loop. */
public final class Templates {
  private Templates() {}

  /**
   * A template as it is now.
   *
   * @param version the newest
   */
  public record Current(long id, String name, int version) {
    public AuditObject auditObject() {
      return new AuditObject("mail_template", Long.toString(id), name);
    }
  }

  /**
   * Whether the workspace has this template. In a transaction, it can't be deleted until the end of
   * that.
   */
  public static Future<Boolean> exists(SqlClient client, long workspaceId, long id) {
    return MailTemplateTable.hold(client, workspaceId, id);
  }

  /** The newest version; fails with 404 if the workspace has no such template. */
  public static Future<Integer> version(SqlClient client, long workspaceId, long id) {
    return MailTemplateTable.requireVersion(client, workspaceId, id);
  }

  /** Fails with 404 if the workspace has no such template. */
  public static Future<Current> require(SqlClient client, long workspaceId, long id) {
    return MailTemplateTable.require(client, workspaceId, id)
        .map(found -> new Current(id, found.summary().name(), found.summary().version()));
  }
}
