package dev.shopwire.common.exports;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.Map;

/**
 * Requests by which the console reads a complete list of another role. {@link #open} takes a
 * snapshot and counts; the process that did it then serves the other requests under its own name
 * ({@link Contract#at}). Every role serves them with an {@link ExportServer}.
 */
public final class ExportContracts {
  /** Counting millions of rows takes seconds. */
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(60);

  /** Longer than the slowest fetch: a sort of millions of rows precedes the first one. */
  private static final Duration NEXT_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  /**
   * @param list the id of the list's operation in the console's OpenAPI document
   * @param id from the path: a number as decimal text, another id as it is; empty without one
   * @param parameters the query parameters, unparsed
   * @param countOnly whether only the number of rows is wanted
   */
  public record OpenRequest(
      String list, String id, Map<String, String> parameters, boolean countOnly, Caller caller) {}

  /**
   * @param process where to request the rows
   * @param export the export's id there; empty if only the number was wanted
   * @param count how many rows the snapshot has
   */
  public record Opened(String process, String export, long count) {}

  /**
   * @param number counts the requests of an export from 0: a repeated one is rejected, since its
   *     rows are gone
   */
  public record NextRequest(String export, long number) {}

  /**
   * @param lines one JSON object per row, each ended by a line feed
   * @param isLast whether the list ends here
   */
  public record Chunk(String lines, int rows, boolean isLast) {}

  /** Says that the rows of an export will still be requested. */
  public record KeepRequest(String export) {}

  public record Kept() {}

  public record EndRequest(String export) {}

  public record Ended() {}

  private ExportContracts() {}

  public static Contract<OpenRequest, Opened> open(Role role) {
    return role.contract("exports.open", OpenRequest.class, Opened.class, OPEN_TIMEOUT);
  }

  public static Contract<NextRequest, Chunk> next(Role role) {
    return role.contract("exports.next", NextRequest.class, Chunk.class, NEXT_TIMEOUT);
  }

  public static Contract<KeepRequest, Kept> keep(Role role) {
    return role.contract("exports.keep", KeepRequest.class, Kept.class, END_TIMEOUT);
  }

  public static Contract<EndRequest, Ended> end(Role role) {
    return role.contract("exports.end", EndRequest.class, Ended.class, END_TIMEOUT);
  }
}
