package dev.shopwire.automation.runs.calls;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;

/**
 * Where an entry of a customer's history stands among the others.
 *
 * @param owner the run; 0 for none
 * @param place of its kind among entries of one time
 * @param number distinguishes entries of one kind and time, together with the name
 */
record EntryPosition(OffsetDateTime at, long owner, int place, long number, String name) {
  /** After all others. */
  static final EntryPosition NEWEST =
      new EntryPosition(OffsetDateTime.parse("9999-12-31T00:00:00Z"), Long.MAX_VALUE, 0, 0, "");

  private static final String SEPARATOR = ",";
  private static final int MEMBERS = 5;

  static EntryPosition read(Row row) {
    return new EntryPosition(
        row.getOffsetDateTime("at"),
        row.getLong("owner"),
        row.getInteger("place"),
        row.getLong("number"),
        row.getString("name"));
  }

  String text() {
    return String.join(
        SEPARATOR,
        at.toString(),
        Long.toString(owner),
        Integer.toString(place),
        Long.toString(number),
        name);
  }

  /** Reads {@link #text}, which comes from a signed cursor. */
  static EntryPosition parse(String text) {
    String[] members = text.split(SEPARATOR, MEMBERS);
    return new EntryPosition(
        OffsetDateTime.parse(members[0]),
        Long.parseLong(members[1]),
        Integer.parseInt(members[2]),
        Long.parseLong(members[3]),
        members[4]);
  }
}
