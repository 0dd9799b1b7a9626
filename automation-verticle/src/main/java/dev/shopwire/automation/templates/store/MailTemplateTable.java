package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.store.StoredTemplate.Summary;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The tables of templates and of their versions. Methods run on the caller's event loop; {@link
 * #lock} precedes writes.
 */
final class MailTemplateTable {
  static final String ALL =
      """
      select id, name, version, created_at, updated_at from mail_templates
      where workspace_id = $1 order by id desc
      """;

  private static final String PAGE =
      """
      select id, name, version, created_at, updated_at from mail_templates
      where workspace_id = $1 and id < $2 order by id desc limit $3
      """;
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('mail_templates', $1))";
  private static final String OTHERS =
      """
      select count(*) as templates, count(*) filter (where name = $2) as same_name
      from mail_templates where workspace_id = $1 and id <> $3
      """;
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

  /** Newest first, below the id {@code before}. */
  static Future<List<Summary>> page(SqlClient client, long workspaceId, long before, int take) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, before, (long) take))
        .map(rows -> Rows.list(rows, Summary::read));
  }

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

  /** Makes other writes of the workspace's templates wait for the end of the transaction. */
  static Future<Void> lock(SqlClient client, long workspaceId) {
    return client.preparedQuery(LOCK).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  /**
   * Fails with 409 if another template has the name, and with 422 if a new one would be one too
   * many.
   *
   * @param id the template that gets the name; 0 if it is new
   */
  static Future<Void> check(SqlClient client, long workspaceId, long id, String name, int limit) {
    return client
        .preparedQuery(OTHERS)
        .execute(Tuple.of(workspaceId, name, id))
        .map(rows -> rows.iterator().next())
        .map(
            others -> {
              if (others.getLong("same_name") > 0) {
                throw Failure.of(
                    Code.CONFLICT,
                    "name_taken",
                    "The workspace already has a template with this name");
              }
              if (id == 0 && others.getLong("templates") >= limit) {
                throw Failure.invalid(
                    "",
                    "template_limit_reached",
                    "A workspace has at most " + limit + " templates");
              }
              return null;
            });
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
