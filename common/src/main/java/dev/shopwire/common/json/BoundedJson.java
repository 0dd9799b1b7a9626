package dev.shopwire.common.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Writes JSON text of a bounded length: what would be longer is given up at the bound, before the
 * memory for the rest is taken. Thread-safe.
 */
public final class BoundedJson {
  private BoundedJson() {}

  /** Why a value was not written as a whole. */
  public enum Stop {
    TOO_LONG,
    NO_ROOM
  }

  /**
   * A value's text, or why there is none.
   *
   * @param text empty if {@code stop} says why
   */
  public record Written(Optional<String> text, Optional<Stop> stop) {}

  /**
   * {@code value} as Jackson writes it.
   *
   * @param maxLength in characters
   */
  public static Written write(Object value, int maxLength) {
    return write(value, maxLength, more -> true);
  }

  /**
   * The same where the memory is counted while it is taken.
   *
   * @param room is asked for so many characters more, and says false if there is no room for them
   */
  public static Written write(Object value, int maxLength, LongPredicate room) {
    BoundedWriter writer = new BoundedWriter(maxLength, room);
    try {
      Json.MAPPER.writeValue(writer, value);
      return new Written(Optional.of(writer.text.toString()), Optional.empty());
    } catch (StoppedException stopped) {
      return new Written(Optional.empty(), Optional.of(stopped.stop));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without a stack: it is expected, and caught here. */
  private static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Stop stop;

    StoppedException(Stop stop) {
      this.stop = stop;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private static final class BoundedWriter extends Writer {
    private final int maxLength;
    private final LongPredicate room;
    private final StringBuilder text = new StringBuilder();

    BoundedWriter(int maxLength, LongPredicate room) {
      this.maxLength = maxLength;
      this.room = room;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      if (length > maxLength - text.length()) {
        throw new StoppedException(Stop.TOO_LONG);
      }
      if (!room.test(length)) {
        throw new StoppedException(Stop.NO_ROOM);
      }
      text.append(characters, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
