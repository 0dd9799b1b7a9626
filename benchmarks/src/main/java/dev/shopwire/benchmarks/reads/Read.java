package dev.shopwire.benchmarks.reads;

/**
 * One read of the service, and the SQL that somebody would write for it who has nothing but the
 * table of events.
 *
 * @param console whether it is a call of the console
 * @param goalMillis what the median should stay under; 0 if nobody said
 * @param checked whether the report's value must be what the SQL's column {@code value} adds up to,
 *     or what its column {@code whole} holds in the row without a key
 */
record Read(
    String title, boolean console, String path, String sql, int goalMillis, boolean checked) {

  static Read ofApi(String title, String path, String sql, int goalMillis) {
    return new Read(title, false, path, sql, goalMillis, false);
  }

  static Read ofConsole(String title, String path, String sql, int goalMillis) {
    return new Read(title, true, path, sql, goalMillis, false);
  }

  Read thatIsChecked() {
    return new Read(title, console, path, sql, goalMillis, true);
  }
}
