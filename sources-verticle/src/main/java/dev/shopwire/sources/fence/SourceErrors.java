package dev.shopwire.sources.fence;

import dev.shopwire.common.failure.ConnectionErrors;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.sources.fence.SourceFailure.Kind;
import dev.shopwire.sources.requests.Masking;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads errors of the drivers: which of them are the source's, and what it says, without the
 * secrets of the URI. A bug is returned unchanged.
 */
final class SourceErrors {
  private static final String CANCELED = "57014";

  /** A statement's time is over: of MySQL, of MariaDB, of a statement that was killed. */
  private static final Set<Integer> TIMED_OUT = Set.of(3_024, 1_969, 1_317);

  /** Classes of SQLSTATEs: of connections, of the server's resources, of its operator. */
  private static final List<String> ENDED = List.of("08", "28", "3D", "53", "57P", "58", "XX");

  /** Of MariaDB: the statement of a cursor has failed before its first row. */
  private static final int NO_CURSOR = 1_421;

  private static final String PARAMETERS = "expected number of parameters";

  private final Masking masking;

  SourceErrors(DatabaseUri uri) {
    masking = new Masking(List.of(uri.text(), uri.password()));
  }

  /** The failure to find the address or to connect. */
  Throwable ofConnect(Throwable error) {
    if (error instanceof SourceFailure) {
      return error;
    }
    Throwable failure = of(error);
    return failure instanceof SourceFailure source && source.kind() != Kind.UNREACHABLE
        ? new SourceFailure(Kind.UNREACHABLE, source.message())
        : failure;
  }

  /** Whether a cursor's statement has failed, and the source doesn't say why. */
  static boolean isUnexplained(Throwable error) {
    return error instanceof MySQLException refused && refused.getErrorCode() == NO_CURSOR;
  }

  /** The failure of a statement. */
  Throwable of(Throwable error) {
    if (error instanceof PgException refused) {
      return ofPostgres(refused);
    }
    if (error instanceof MySQLException refused) {
      return ofMysql(refused);
    }
    String message = String.valueOf(error.getMessage());
    if (message.contains(PARAMETERS)) {
      return new SourceFailure(
          Kind.REFUSED_SQL, "The statement has parameters, which are not supported");
    }
    if (error instanceof TimeoutException) {
      return new SourceFailure(Kind.UNREACHABLE, "The database did not respond in time");
    }
    return PostgresFailures.isOutage(error) || ConnectionErrors.matches(error)
        ? new SourceFailure(Kind.UNREACHABLE, "The connection failed: " + masking.show(message))
        : error;
  }

  private SourceFailure ofPostgres(PgException error) {
    String state = error.getSqlState() == null ? "" : error.getSqlState();
    String words = masking.show(error.getErrorMessage() + " (" + state + ")");
    if (state.equals(CANCELED)) {
      return slow(words);
    }
    boolean isEnded = ENDED.stream().anyMatch(state::startsWith);
    return isEnded
        ? new SourceFailure(Kind.UNREACHABLE, "The database says: " + words)
        : new SourceFailure(
            Kind.REFUSED_SQL, "The database says: " + words, position(error.getPosition()));
  }

  private SourceFailure ofMysql(MySQLException error) {
    String words = masking.show(error.getMessage() + " (" + error.getErrorCode() + ")");
    return TIMED_OUT.contains(error.getErrorCode())
        ? slow(words)
        : new SourceFailure(Kind.REFUSED_SQL, "The database says: " + words);
  }

  private static SourceFailure slow(String words) {
    return new SourceFailure(Kind.TOO_SLOW, "The statement took too long: " + words);
  }

  private static OptionalInt position(@Nullable String text) {
    return text != null && text.matches("[1-9]\\d{0,8}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }
}
