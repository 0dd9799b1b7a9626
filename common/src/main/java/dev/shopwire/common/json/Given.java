package dev.shopwire.common.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A member that a request may leave out: absent keeps what is stored, null clears it, a value sets
 * it (contract §4).
 *
 * @param value null if it is absent or null
 */
public record Given<T>(boolean present, @Nullable T value) {

  public static <T> Given<T> absent() {
    return new Given<>(false, null);
  }

  public static <T> Given<T> of(@Nullable T value) {
    return new Given<>(true, value);
  }

  /** What is to be stored where {@code stored} is now. */
  public @Nullable T over(@Nullable T stored) {
    return present ? value : stored;
  }

  /** Whether storing this where {@code stored} is changes anything. */
  public boolean changes(@Nullable T stored) {
    return present && !Objects.equals(value, stored);
  }
}
