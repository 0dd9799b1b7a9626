package dev.shopwire.common.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.Caller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
      Caller caller) {

    /** The request for all entries, made from what {@link #exportParameters} returned. */
    public static Request ofExport(long customerId, Map<String, String> parameters, Caller caller) {
      return new Request(
          customerId,
          List.of(parameters.getOrDefault("types", "").split(",", -1)),
          parameters.getOrDefault("app", ""),
          parameters.getOrDefault("from", ""),
          parameters.getOrDefault("until", ""),
          "",
          "",
          "",
          Integer.MAX_VALUE - 1,
          caller);
    }

    /** The conditions of this request, for an export. */
    public Map<String, String> exportParameters() {
      return Map.of("types", String.join(",", types), "app", app, "from", from, "until", until);
    }
  }

  /**
   * @param id unique among all entries of all types, and stable
   * @param at RFC 3339 in UTC, as the API shows times
   * @param app {@code {id, slug}} or null
   * @param detail the entry as its own list shows it
   */
  public record Entry(
      String id, String type, String at, JsonNode app, String title, JsonNode detail) {

    /** The entry as a row of an export. */
    public Map<String, @Nullable Object> row() {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("id", id);
      row.put("type", type);
      row.put("at", at);
      row.put("app", app);
      row.put("title", title);
      row.put("detail", detail);
      return row;
    }
  }

  /**
   * @param entries in the timeline's order; fewer than requested if they are large
   * @param hasMore whether there are entries after the last one of these: nothing that comes after
   *     it may be shown before they are
   */
  public record Part(List<Entry> entries, boolean hasMore) {}

  private Timeline() {}
}
