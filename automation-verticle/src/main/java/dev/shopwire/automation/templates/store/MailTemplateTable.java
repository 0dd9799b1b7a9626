package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.resources.NamedResources;
import dev.shopwire.automation.resources.NamedResources.Wording;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.store.StoredTemplate.Summary;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The tables of templates and of their versions. Methods run on the caller's event loop. */
final class MailTemplateTable {
  static final NamedResources<Summary> RESOURCES =
      new NamedResources<>(
          "mail_templates",
          "id, name, version, created_at, updated_at",
          new Wording("mailTemplates", "template"),
          Summary::read,
          Summary::json,
          Summary::id);

  private static final String FIND =
      """
      select t.id, t.name, t.version, t.created_at, t.updated_at,
        v.subject, v.markup, v.content, v.text_part
      from mail_templates t
      join mail_template_versions v
        on v.workspace_id = $1 and v.template_id = t.id and v.version = t.version
      where t.workspace_id = $1 and t.id = $2
      """;
  private static final String NEWEST =
      "select version from mail_templates where workspace_id = $1 and id = $2";
  private static final String HOLD =
      "select id from mail_templates where workspace_id = $1 and id = $2 for key share";
  private static final String LOCK =
      "select id from mail_templates where workspace_id = $1 and id = $2 for update";
  private static final String VERSION =
      """
      select subject, markup, content, text_part from mail_template_versions
      where workspace_id = $1 and template_id = $2 and version = $3
      """;
  private static final String INSERT =
      """
      insert into mail_templates (workspace_id, name) values ($1, $2)
      returning id, name, version, created_at, updated_at
      """;
  private static final String INSERT_VERSION =
      """
      insert into mail_template_versions
        (workspace_id, template_id, version, subject, markup, content, text_part)
      values ($1, $2, $3, $4, $5, $6, $7)
      """;
  private static final String UPDATE =
      """
      update mail_templates set name = $3, version = $4, updated_at = now()
      where workspace_id = $1 and id = $2
      returning id, name, version, created_at, updated_at
      """;
  private static final String DELETE =
      "delete from mail_templates where workspace_id = $1 and id = $2";

  private MailTemplateTable() {}

  /** Fails with 404 if the workspace has no such template. */
  static Future<StoredTemplate> require(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, StoredTemplate::read))
        .map(found -> found.orElseThrow(MailTemplateTable::unknown));
  }

  /** Its newest version; fails with 404 if the workspace has no such template. */
  static Future<Integer> requireVersion(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(NEWEST)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, row -> row.getInteger("version")))
        .map(found -> found.orElseThrow(MailTemplateTable::unknown));
  }

  /** Keeps a template from being deleted until the transaction ends; false if there is none. */
  static Future<Boolean> hold(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(HOLD)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> rows.size() > 0);
  }

  /** Waits for those who {@link #hold} the template, and makes later ones wait. */
  static Future<Void> lock(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(LOCK).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }

  static Failure unknown() {
    return Failure.notFound("mail template");
  }

  /** The sources of one version; empty if there is none. */
  static Future<Optional<MailSource>> version(
      SqlClient client, long workspaceId, long id, int version) {
    return client
        .preparedQuery(VERSION)
        .execute(Tuple.of(workspaceId, id, version))
        .map(rows -> Rows.first(rows, StoredTemplate::readSource));
  }

  /** A new template with its first version. */
  static Future<StoredTemplate> insert(
      SqlClient client, long workspaceId, String name, MailSource source) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, name))
        .map(rows -> Summary.read(rows.iterator().next()))
        .compose(
            created ->
                insertVersion(client, workspaceId, created.id(), created.version(), source)
                    .map(new StoredTemplate(created, source)));
  }

  /** Names a template, and makes other sources its next version. */
  static Future<StoredTemplate> update(
      SqlClient client, long workspaceId, StoredTemplate before, String name, MailSource source) {
    long id = before.summary().id();
    boolean isSame = source.equals(before.source());
    int version = before.summary().version() + (isSame ? 0 : 1);
    Future<Void> written =
        isSame ? Future.succeededFuture() : insertVersion(client, workspaceId, id, version, source);
    return written
        .compose(
            done -> client.preparedQuery(UPDATE).execute(Tuple.of(workspaceId, id, name, version)))
        .map(rows -> new StoredTemplate(Summary.read(rows.iterator().next()), source));
  }

  private static Future<Void> insertVersion(
      SqlClient client, long workspaceId, long id, int version, MailSource source) {
    return client
        .preparedQuery(INSERT_VERSION)
        .execute(
            Tuple.of(workspaceId, id, version)
                .addString(source.subject())
                .addString(source.markup().id())
                .addString(source.content())
                .addString(source.text().orElse(null)))
        .mapEmpty();
  }

  /** Deletes a template with its versions. */
  static Future<Void> delete(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }
}
