package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.senders.SecretTable.Stored;
import dev.shopwire.automation.mail.senders.Senders.Owner;
import dev.shopwire.automation.resources.NamedResources;
import dev.shopwire.automation.resources.NamedResources.Wording;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The table of senders. Methods run on the caller's event loop; {@link #check} precedes writes. */
final class SenderTable {
  private static final String COLUMNS =
      """
      id, name, from_email, from_name, reply_to, smtp_host, smtp_port, smtp_user, smtp_tls,
      per_second, per_domain_per_minute, connections, dkim_domain, dkim_selector, dkim_value,
      bounce_domain, imap_host, imap_port, imap_user, imap_folder, created_at, updated_at
      """;

  static final NamedResources<MailSender> RESOURCES =
      new NamedResources<>(
          "mail_senders",
          COLUMNS,
          new Wording("mailSenders", "sender"),
          MailSender::read,
          MailSender::json,
          MailSender::id);

  private static final String FIND =
      "select " + COLUMNS + " from mail_senders where workspace_id = $1 and id = $2";
  private static final String LOCK_ONE = FIND + " for update";
  // One statement, so that both are of one moment.
  private static final String COMPLETE =
      "select "
          + COLUMNS
          + """
          , x.workspace_id, x.sender_id, x.kind, x.key_id, x.sealed
          from mail_senders s
          left join mail_sender_secrets x on x.workspace_id = s.workspace_id and x.sender_id = s.id
          """;
  private static final String FIND_COMPLETE = COMPLETE + " where s.workspace_id = $1 and s.id = $2";
  private static final String FIND_COMPLETE_BY_ID = COMPLETE + " where s.id = $1";
  private static final String HOLD =
      "select id from mail_senders where workspace_id = $1 and id = $2 for key share";
  private static final String IDS =
      "select id from mail_senders where workspace_id = $1 order by id desc";
  private static final String FIND_BY_EVENTS =
      "select events_hash, workspace_id, id from mail_senders where events_hash = any ($1)";
  private static final String INSERT =
      """
      insert into mail_senders (workspace_id, name, from_email, from_name, reply_to, smtp_host,
        smtp_port, smtp_user, smtp_tls, per_second, per_domain_per_minute, connections,
        dkim_domain, dkim_selector, dkim_value, bounce_domain, imap_host, imap_port, imap_user,
        imap_folder, events_hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21)
      returning
      """
          + COLUMNS;
  // Later than before, although two transactions may have begun at the same time.
  private static final String UPDATE =
      """
      update mail_senders set name = $2, from_email = $3, from_name = $4, reply_to = $5,
        smtp_host = $6, smtp_port = $7, smtp_user = $8, smtp_tls = $9, per_second = $10,
        per_domain_per_minute = $11, connections = $12, dkim_domain = $13, dkim_selector = $14,
        dkim_value = $15, bounce_domain = $16, imap_host = $17, imap_port = $18, imap_user = $19,
        imap_folder = $20,
        updated_at = greatest(now(), updated_at + interval '1 microsecond')
      where workspace_id = $1 and id = $21
      returning
      """
          + COLUMNS;
  private static final String DELETE =
      "delete from mail_senders where workspace_id = $1 and id = $2";

  private SenderTable() {}

  /** A sender with its secrets, still encrypted. */
  record Complete(MailSender sender, List<Stored> secrets) {}

  static Future<Optional<Complete>> findComplete(SqlClient client, long workspaceId, long id) {
    return complete(client, FIND_COMPLETE, Tuple.of(workspaceId, id));
  }

  static Future<Optional<Complete>> findComplete(SqlClient client, long id) {
    return complete(client, FIND_COMPLETE_BY_ID, Tuple.of(id));
  }

  /** The senders of a workspace, newest first. */
  static Future<List<Long>> ids(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(IDS)
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }

  /** Keeps the sender from being deleted until the transaction ends; false if there is none. */
  static Future<Boolean> hold(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(HOLD)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> rows.rowCount() > 0);
  }

  private static Future<Optional<Complete>> complete(
      SqlClient client, String sql, Tuple parameters) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(
            rows ->
                Rows.first(rows, MailSender::read)
                    .map(sender -> new Complete(sender, secrets(rows))));
  }

  private static List<Stored> secrets(RowSet<Row> rows) {
    return Rows.list(rows, Function.<Row>identity()).stream()
        .filter(row -> row.getString("kind") != null)
        .map(Stored::read)
        .toList();
  }

  static Future<List<Owner>> findByEventsHashes(SqlClient client, List<Buffer> hashes) {
    return client
        .preparedQuery(FIND_BY_EVENTS)
        .execute(Tuple.tuple().addArrayOfBuffer(hashes.toArray(Buffer[]::new)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Owner(
                            row.getBuffer("events_hash"),
                            row.getLong("workspace_id"),
                            row.getLong("id"))));
  }

  /** Fails with 404 if the workspace has no such sender. */
  static Future<MailSender> require(SqlClient client, long workspaceId, long id) {
    return find(client, FIND, workspaceId, id)
        .map(found -> found.orElseThrow(SenderTable::unknown));
  }

  /** Same, and other writes of the sender wait for the end of the transaction. */
  static Future<MailSender> lock(SqlClient client, long workspaceId, long id) {
    return find(client, LOCK_ONE, workspaceId, id)
        .map(found -> found.orElseThrow(SenderTable::unknown));
  }

  private static Future<Optional<MailSender>> find(
      SqlClient client, String sql, long workspaceId, long id) {
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, MailSender::read));
  }

  static Failure unknown() {
    return Failure.notFound("mail sender");
  }

  /**
   * Makes other writes of the workspace's senders wait for the end of the transaction, and checks
   * the name as {@link NamedResources#check} does.
   */
  static Future<Void> check(SqlClient client, long workspaceId, long id, String name, int limit) {
    return RESOURCES
        .lock(client, workspaceId)
        .compose(locked -> RESOURCES.check(client, workspaceId, id, name, limit));
  }

  static Future<MailSender> insert(
      SqlClient client, long workspaceId, SenderFields fields, Buffer eventsHash) {
    return client
        .preparedQuery(INSERT)
        .execute(parameters(workspaceId, fields).addBuffer(eventsHash))
        .map(rows -> MailSender.read(rows.iterator().next()));
  }

  static Future<MailSender> update(
      SqlClient client, long workspaceId, long id, SenderFields fields) {
    return client
        .preparedQuery(UPDATE)
        .execute(parameters(workspaceId, fields).addLong(id))
        .map(rows -> MailSender.read(rows.iterator().next()));
  }

  private static Tuple parameters(long workspaceId, SenderFields fields) {
    DkimView dkim = fields.dkim();
    MailboxView imap = fields.imap();
    return Tuple.tuple()
        .addLong(workspaceId)
        .addString(fields.name())
        .addString(fields.from().email())
        .addString(fields.from().name())
        .addString(fields.replyTo())
        .addString(fields.smtp().host())
        .addInteger(fields.smtp().port())
        .addString(fields.smtp().user())
        .addString(fields.smtp().tls())
        .addInteger(fields.perSecond())
        .addInteger(fields.perDomainPerMinute())
        .addInteger(fields.connections())
        .addString(dkim == null ? null : dkim.identity().domain())
        .addString(dkim == null ? null : dkim.identity().selector())
        .addString(dkim == null ? null : dkim.value())
        .addString(fields.bounceDomain())
        .addString(imap == null ? null : imap.host())
        .addInteger(imap == null ? null : imap.port())
        .addString(imap == null ? null : imap.user())
        .addString(imap == null ? null : imap.folder());
  }

  /** The secrets go with it. */
  static Future<Void> delete(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }
}
