package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the console role about the admin token, which no other role has. */
public final class AdminTokenContracts {
  /**
   * Checks whether a token is the admin token.
   *
   * @param sha256 the token's hash, in base64
   */
  public record CheckRequest(String sha256) {
    /** Omits the hash. */
    @Override
    public String toString() {
      return "Check";
    }
  }

  /** The result of a {@link CheckRequest}. */
  public record CheckResult(boolean right) {}

  /** Less than the 2 s within which callers must get a response. */
  public static final Contract<CheckRequest, CheckResult> CHECK =
      Role.CONSOLE.contract(
          "admin-token.check", CheckRequest.class, CheckResult.class, Duration.ofMillis(1_700));

  private AdminTokenContracts() {}
}
