package dev.shopwire.attribution.installs;

/** Wraps the operator's query in one that limits and orders its result. */
final class InstallQuery {
  static final int KEY_LENGTH = 500;
  static final int SHOP_LENGTH = 2_048;
  static final int URL_LENGTH = 8_192;

  // Texts that exceed their limit are cut to one character more than it, which bounds a row's size.
  // Ordered by bytes, not by the source's collation, so that the order is the same everywhere. Rows
  // without a time are read (and counted) on every run, after all others.
  private static final String WRAPPED =
      """
      select left(q.%1$s::text, %6$d) as event_key, q.%2$s::timestamptz as event_time,
        left(q.%3$s::text, %7$d) as shop, left(q.%4$s::text, %8$d) as url
      from (
      %5$s
      ) q
      where q.%2$s::timestamptz >= $1::text::timestamptz or q.%2$s is null
      order by q.%2$s::timestamptz nulls last, q.%1$s::text collate "C",
        q.%3$s::text collate "C", q.%4$s::text collate "C"
      """;

  private InstallQuery() {}

  /** The wrapped query has one parameter: the first instant to read, as text. */
  static String wrap(String query, InstallSourceConfig.Columns columns) {
    return WRAPPED.formatted(
        quoted(columns.key()),
        quoted(columns.time()),
        quoted(columns.shop()),
        quoted(columns.url()),
        query,
        KEY_LENGTH + 1,
        SHOP_LENGTH + 1,
        URL_LENGTH + 1);
  }

  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
