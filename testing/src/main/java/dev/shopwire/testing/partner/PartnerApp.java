package dev.shopwire.testing.partner;

/**
 * The app whose history is emulated. The two dialects have ids of their own for it; the id of the
 * other one is an error.
 *
 * @param number positive
 */
public record PartnerApp(int number, String name) {
  /** The only one. */
  static final PartnerApp ONE = new PartnerApp(1, "Emulated app");

  /** The app's id in {@code dialect}. */
  public static String idIn(String dialect) {
    return dialect.equals("app-events") ? ONE.olderId() : ONE.id();
  }

  /** In the newer dialect. */
  public String id() {
    return "gid://platform/App/" + number;
  }

  /** In the older dialect. */
  public String olderId() {
    return "gid://partners/App/" + number;
  }
}
