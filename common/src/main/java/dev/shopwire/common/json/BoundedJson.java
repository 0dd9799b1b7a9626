package dev.shopwire.common.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Writes JSON text of bounded length: longer output is abandoned at the bound, before memory for
 * the rest is allocated. Thread-safe.
 */
public final class BoundedJson {
  private BoundedJson() {}

  /** Why a value was not written completely. */
  public enum Stop {
    TOO_LONG,
    NO_CAPACITY
  }

  /**
   * A value's text, or why there is none.
   *
   * @param text empty if {@code stop} is present
   */
  public record Written(Optional<String> text, Optional<Stop> stop) {}

  /**
   * Serializes {@code value} with Jackson.
   *
   * @param maxLength in characters
   */
  public static Written write(Object value, int maxLength) {
    return write(value, maxLength, length -> true);
  }

  /**
   * Serializes {@code value} with Jackson, reserving memory while writing.
   *
   * @param capacity called with the number of characters to be added; false if they don't fit
   */
  public static Written write(Object value, int maxLength, LongPredicate capacity) {
    BoundedWriter writer = new BoundedWriter(maxLength, capacity);
    try {
      Json.MAPPER.writeValue(writer, value);
      return new Written(Optional.of(writer.text.toString()), Optional.empty());
    } catch (StoppedException stopped) {
      return new Written(Optional.empty(), Optional.of(stopped.stop));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has no stack trace: it is expected and caught in this class. */
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
    private final LongPredicate capacity;
    private final StringBuilder text = new StringBuilder();

    BoundedWriter(int maxLength, LongPredicate capacity) {
      this.maxLength = maxLength;
      this.capacity = capacity;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      if (length > maxLength - text.length()) {
        throw new StoppedException(Stop.TOO_LONG);
      }
      if (!capacity.test(length)) {
        throw new StoppedException(Stop.NO_CAPACITY);
      }
      text.append(characters, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
