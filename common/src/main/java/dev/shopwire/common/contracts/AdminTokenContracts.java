package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the console role answers about the admin token, which no other role is given. */
public final class AdminTokenContracts {
  /**
   * Whether this is the admin token?
   *
   * @param sha256 of the token, in base64
   */
  public record Check(String sha256) {
    /** Without the hash. */
    @Override
    public String toString() {
      return "Check";
    }
  }

  /** Whether it is. */
  public record Verdict(boolean right) {}

  /** Less than the 2 s in which a caller is owed an answer. */
  public static final Contract<Check, Verdict> CHECK =
      new Contract<>(
          "shopwire.console.admin-token.check",
          Check.class,
          Verdict.class,
          Duration.ofMillis(1_700));

  private AdminTokenContracts() {}
}
