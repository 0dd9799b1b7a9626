package dev.shopwire.ingest.reports;

import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.query.Query;
import java.util.Optional;

/** A property of events; dots go into nested objects, never into arrays. */
public record PropertyPath(String text) {
  public static final int MAX_LENGTH = 200;

  static Optional<PropertyPath> read(Query query, String name) {
    return query.text(name, MAX_LENGTH).map(PropertyPath::new);
  }

  /** Its JSON value in SQL: null if it is missing. */
  String sql(Arguments arguments) {
    StringBuilder sql = new StringBuilder("(properties");
    for (String key : text.split("\\.", -1)) {
      sql.append(" -> ").append(arguments.of(key)).append("::text");
    }
    return sql.append(')').toString();
  }

  /** The value where it is there and not JSON null, else null. */
  static String present(String value) {
    return "case when jsonb_typeof(" + value + ") <> 'null' then " + value + " end";
  }

  /** The value where it is a number, else null. */
  static String number(String value) {
    return "case when jsonb_typeof(" + value + ") = 'number' then " + value + "::numeric end";
  }
}
