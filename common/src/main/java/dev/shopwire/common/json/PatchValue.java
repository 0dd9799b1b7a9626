package dev.shopwire.common.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An optional field of a request: absent keeps the stored value, null clears it, a value replaces
 * it (docs/api/customers.md).
 *
 * @param value null if the field is absent or null
 */
public record PatchValue<T>(boolean present, @Nullable T value) {

  public static <T> PatchValue<T> absent() {
    return new PatchValue<>(false, null);
  }

  public static <T> PatchValue<T> of(@Nullable T value) {
    return new PatchValue<>(true, value);
  }

  /** Returns the value that replaces {@code stored}. */
  public @Nullable T applyTo(@Nullable T stored) {
    return present ? value : stored;
  }

  /** Whether this changes the value {@code stored}. */
  public boolean changes(@Nullable T stored) {
    return present && !Objects.equals(value, stored);
  }
}
