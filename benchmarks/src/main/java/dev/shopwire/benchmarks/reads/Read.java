package dev.shopwire.benchmarks.reads;

/**
 * One read of the service, and the equivalent SQL on the table of events alone.
 *
 * @param console whether it is a request to the console
 * @param goalMillis the goal for the median; 0 for none
 * @param checked whether the report's value must equal the sum of the SQL's column {@code value},
 *     or its column {@code whole} in the row without a key
 */
record Read(
    String title, boolean console, String path, String sql, int goalMillis, boolean checked) {

  static Read ofApi(String title, String path, String sql, int goalMillis) {
    return new Read(title, false, path, sql, goalMillis, false);
  }

  static Read ofConsole(String title, String path, String sql, int goalMillis) {
    return new Read(title, true, path, sql, goalMillis, false);
  }

  Read withCheck() {
    return new Read(title, console, path, sql, goalMillis, true);
  }
}
