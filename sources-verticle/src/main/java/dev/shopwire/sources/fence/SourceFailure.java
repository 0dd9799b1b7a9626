package dev.shopwire.sources.fence;

import dev.shopwire.common.failure.Failure;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * An expected failure of a user's database, or of the use of it. Its message contains no secret.
 */
public final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a use of a database ended. */
  public enum Kind {
    /** No connection, or it ended. */
    UNREACHABLE,
    REFUSED_ADDRESS,
    /** It is the database of this installation. */
    OWN_DATABASE,
    /** It could not be found out that it isn't. */
    UNIDENTIFIED_DATABASE,
    NOT_READ_ONLY,
    /** A statement that the database refuses, or that fails in it. */
    REFUSED_SQL,
    TOO_SLOW,
    TOO_MANY_ROWS,
    TOO_MANY_BYTES
  }

  private final Kind kind;
  private final int position;

  public SourceFailure(Kind kind, String message) {
    this(kind, message, OptionalInt.empty());
  }

  /**
   * @param position of the fault in the statement, in characters from 1
   */
  SourceFailure(Kind kind, String message, OptionalInt position) {
    super(message, null, false, false);
    this.kind = kind;
    this.position = position.orElse(0);
  }

  public Kind kind() {
    return kind;
  }

  /** As in the API and in the log of runs. */
  public String code() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  /**
   * The same for a caller (422).
   *
   * @param sql where the statement is in the request; what else fails concerns {@code uri}
   */
  public Failure of(String uri, String sql) {
    boolean isOfStatement =
        switch (kind) {
          case REFUSED_SQL, TOO_SLOW, TOO_MANY_ROWS, TOO_MANY_BYTES -> true;
          default -> false;
        };
    Failure failure = Failure.invalid(isOfStatement ? sql : uri, code(), message());
    return position == 0 ? failure : failure.with("position", position);
  }
}
