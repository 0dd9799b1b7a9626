package dev.shopwire.console.account;

import dev.shopwire.common.tenancy.ApiKey;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The table of recovery codes, each of which replaces one code of the authenticator app. Methods
 * run on the caller's event loop.
 */
public final class RecoveryCodes {
  private static final int COUNT = 10;
  private static final int BYTES = 10;
  private static final int GROUP = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final String INSERT =
      "insert into console_recovery_codes (user_id, hash) select $1::bigint, unnest($2::bytea[])";
  private static final String USE =
      "delete from console_recovery_codes where user_id = $1 and hash = $2 returning hash";
  private static final String DELETE_ALL = "delete from console_recovery_codes where user_id = $1";

  private RecoveryCodes() {}

  /** Replaces the codes of a user by new ones, which are shown once. */
  static Future<List<String>> replace(SqlConnection connection, long userId) {
    List<String> codes = Stream.generate(RecoveryCodes::generate).limit(COUNT).toList();
    Buffer[] hashes = codes.stream().map(RecoveryCodes::hash).toArray(Buffer[]::new);
    return deleteAll(connection, userId)
        .compose(
            deleted ->
                connection.preparedQuery(INSERT).execute(Tuple.of(userId).addArrayOfBuffer(hashes)))
        .map(codes);
  }

  /** 80 random bits in four groups. */
  private static String generate() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base32.encode(bytes)
        .toLowerCase(Locale.ROOT)
        .replaceAll("(.{%d})(?=.)".formatted(GROUP), "$1-");
  }

  /** Uses up a code; false if the user has none like it. */
  static Future<Boolean> use(SqlConnection connection, long userId, String code) {
    return connection
        .preparedQuery(USE)
        .execute(Tuple.of(userId, hash(code)))
        .map(rows -> rows.size() > 0);
  }

  /** Deletes all codes of a user. */
  public static Future<Void> deleteAll(SqlConnection connection, long userId) {
    return connection.preparedQuery(DELETE_ALL).execute(Tuple.of(userId)).mapEmpty();
  }

  /** People type hyphens, spaces and capitals as they like. */
  private static Buffer hash(String code) {
    return Buffer.buffer(ApiKey.hash(code.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT)));
  }
}
