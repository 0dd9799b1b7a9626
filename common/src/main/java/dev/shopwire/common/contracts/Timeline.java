package dev.shopwire.common.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.Caller;
import java.util.List;

/**
 * What a role knows about the activity of one customer. The console merges the parts of all roles
 * into one timeline: newest first, entries of the same time by type and then by id.
 */
public final class Timeline {
  /**
   * @param types the wanted types; a role ignores those of others
   * @param app a slug, empty for all apps
   * @param from the first instant, RFC 3339, empty without a bound
   * @param until the instant after the last one, empty without a bound
   * @param beforeAt the time of the last entry of the previous page, empty for the first page; the
   *     entries after it in the timeline's order are wanted
   * @param beforeType its type
   * @param beforeId its id
   * @param take how many entries, from 1 to 1,000
   */
  public record Request(
      long customerId,
      List<String> types,
      String app,
      String from,
      String until,
      String beforeAt,
      String beforeType,
      String beforeId,
      int take,
      Caller caller) {}

  /**
   * @param id unique among all entries of all types, and stable
   * @param at RFC 3339 in UTC, as the API shows times
   * @param app {@code {id, slug}} or null
   * @param detail the entry as its own list shows it
   */
  public record Entry(
      String id, String type, String at, JsonNode app, String title, JsonNode detail) {}

  /**
   * @param entries in the timeline's order; fewer than requested if they are large
   * @param hasMore whether there are entries after the last one of these: nothing that comes after
   *     it may be shown before they are
   */
  public record Part(List<Entry> entries, boolean hasMore) {}

  private Timeline() {}
}
