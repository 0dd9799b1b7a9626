package dev.shopwire.common.tenancy;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The single row that identifies the installation. Methods run on the caller's event loop. */
public final class Installation {
  private static final String READ = "select id, admin_token_hash from installation";
  private static final String CREATE =
      """
      insert into installation (id, setup_token_hash) values ($1, $2) on conflict do nothing
      """;
  private static final String RENEW =
      """
      update installation set setup_token_hash = $1
      where setup_token_hash is not null and admin_token_hash is null
      """;
  private static final String EXCHANGE =
      """
      update installation set setup_token_hash = null, admin_token_hash = $2
      where setup_token_hash = $1
      """;

  private static final String END_SETUP =
      "update installation set setup_token_hash = null where setup_token_hash is not null";

  private final SqlClient client;

  public Installation(SqlClient client) {
    this.client = client;
  }

  /**
   * @param id random, so that installations that share a Redis never use each other's data
   * @param adminTokenHash SHA-256 of the admin token created by the setup, if it was completed
   */
  public record Read(UUID id, Optional<Buffer> adminTokenHash) {}

  public Future<Optional<Read>> read() {
    return client.preparedQuery(READ).execute().map(rows -> Rows.first(rows, Installation::of));
  }

  private static Read of(Row row) {
    return new Read(row.getUUID("id"), Optional.ofNullable(row.getBuffer("admin_token_hash")));
  }

  /** Creates the row; true for the one process that did. */
  public Future<Boolean> create(UUID id, byte[] setupTokenHash) {
    return client
        .preparedQuery(CREATE)
        .execute(Tuple.of(id, Buffer.buffer(setupTokenHash)))
        .map(result -> result.rowCount() == 1);
  }

  /** Replaces an unused setup token; false if there is none. */
  public Future<Boolean> renewSetupToken(byte[] setupTokenHash) {
    return client
        .preparedQuery(RENEW)
        .execute(Tuple.of(Buffer.buffer(setupTokenHash)))
        .map(result -> result.rowCount() == 1);
  }

  /** Exchanges the setup token for an admin token; true for the first caller with the right one. */
  public Future<Boolean> exchange(byte[] setupTokenHash, byte[] adminTokenHash) {
    return client
        .preparedQuery(EXCHANGE)
        .execute(Tuple.of(Buffer.buffer(setupTokenHash), Buffer.buffer(adminTokenHash)))
        .map(result -> result.rowCount() == 1);
  }

  /** Ends the setup token without an admin token: the console has a user now. */
  public Future<Void> endSetup() {
    return client.preparedQuery(END_SETUP).execute().mapEmpty();
  }
}
