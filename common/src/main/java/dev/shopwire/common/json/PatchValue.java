package dev.shopwire.common.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A member that a request may leave out: absent keeps what is stored, null clears it, a value sets
 * it (docs/api/customers.md).
 *
 * @param value null if it is absent or null
 */
public record PatchValue<T>(boolean present, @Nullable T value) {

  public static <T> PatchValue<T> absent() {
    return new PatchValue<>(false, null);
  }

  public static <T> PatchValue<T> of(@Nullable T value) {
    return new PatchValue<>(true, value);
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
