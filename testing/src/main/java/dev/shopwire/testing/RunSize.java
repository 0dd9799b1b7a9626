package dev.shopwire.testing;

/**
 * Selects the size of a test: small in the build, large in the long run ({@code -Plong}, which sets
 * {@code shopwire.long}). {@code docs/long-run.md} lists all sizes.
 */
public final class RunSize {
  private static final boolean LONG = Boolean.getBoolean("shopwire.long");

  private RunSize() {}

  public static boolean isLong() {
    return LONG;
  }

  /**
   * The size for this run, unless the system property {@code shopwire.<name>} sets another one.
   *
   * @param name the test class without its suffix and the quantity: {@code crash.rounds}
   */
  public static int of(String name, int inBuild, int inLongRun) {
    return Integer.getInteger("shopwire." + name, LONG ? inLongRun : inBuild);
  }
}
