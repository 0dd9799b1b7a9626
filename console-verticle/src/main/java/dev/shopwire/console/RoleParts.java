package dev.shopwire.console;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import java.util.EnumSet;
import java.util.Set;

/** Responses that consist of the parts of several roles. */
public final class RoleParts {
  private static final Set<Code> MISSING =
      EnumSet.of(Code.UNAVAILABLE, Code.INTERNAL, Code.RATE_LIMITED);

  private RoleParts() {}

  /**
   * Whether a role could not provide its part, so that the response names it and has the rest. What
   * a role rejects as invalid fails the complete request.
   */
  public static boolean isMissing(Throwable error) {
    return PostgresFailures.asFailure(error) instanceof Failure failure
        && MISSING.contains(failure.code());
  }
}
