package dev.shopwire.sources.linked.queries;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import java.util.Map;

/**
 * Holds runs that would change or unset the values of many customers.
 *
 * @param percent of the customers that have a value; 100 never holds
 * @param atLeast so many customers may always be affected
 */
public record Guard(int percent, long atLeast) {
  private static final int PERCENT = 20;
  private static final long AT_LEAST = 10;
  private static final long MAX_AT_LEAST = 1_000_000_000;

  static Guard read(JsonInput input) {
    JsonInput guard = input.optionalObject("guard");
    return new Guard(
        (int) number(guard, "percent", PERCENT, 100),
        number(guard, "atLeast", AT_LEAST, MAX_AT_LEAST));
  }

  private static long number(JsonInput input, String name, long fallback, long max) {
    JsonNode value = input.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return fallback;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > max) {
      input.addError(name, "out_of_range", "must be a whole number from 0 to " + max);
      return fallback;
    }
    return value.longValue();
  }

  /**
   * Whether a run is held.
   *
   * @param affected customers that would lose a value
   * @param base customers that have one
   */
  public boolean holds(long affected, long base) {
    return percent < 100 && affected > atLeast && affected * 100 > percent * base;
  }

  /** How many customers a run may affect without being held. */
  public long limit(long base) {
    return percent == 100 ? base : Math.max(atLeast, percent * base / 100);
  }

  /** As in the API. */
  public Map<String, Object> json() {
    return Map.of("percent", percent, "atLeast", atLeast);
  }
}
