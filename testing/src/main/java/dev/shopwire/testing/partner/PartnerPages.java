package dev.shopwire.testing.partner;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes pages faulty. */
final class PartnerPages {
  private static final String EDGES = "edges";
  private static final String INFO = "pageInfo";
  private static final String MORE = "hasNextPage";

  private PartnerPages() {}

  /** Whether the fault changes, or comes with, the page that was asked for. */
  static boolean needsPage(Fault fault) {
    return switch (fault) {
      case ERRORS_WITH_DATA,
          DRIP,
          CUT_BODY,
          NO_ITEMS,
          ITEMS_NO_ARRAY,
          NO_MORE_FLAG,
          NO_CURSOR,
          REPEATED_PAGE,
          SHORT_PAGE,
          EMPTY_PAGE,
          DUPLICATES,
          EMPTY_ITEM,
          WRONG_VERSION,
          NO_VERSION ->
          true;
      default -> false;
    };
  }

  static JsonObject errors(String code, String message) {
    return new JsonObject()
        .put(
            "errors",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("message", message)
                        .put("extensions", new JsonObject().put("code", code))));
  }

  /** The result with {@code fault} in its page, if it has one. */
  static JsonObject change(JsonObject result, Fault fault) {
    // What a query returns has immutable parts.
    JsonObject changed = new JsonObject(result.encode());
    find(changed).ifPresent(page -> changePage(page, fault));
    if (fault == Fault.ERRORS_WITH_DATA) {
      changed.mergeIn(errors("INTERNAL_ERROR", "Something went wrong"));
    }
    return changed;
  }

  private static Optional<JsonObject> find(JsonObject object) {
    if (object.containsKey(EDGES)) {
      return Optional.of(object);
    }
    for (Map.Entry<String, Object> entry : object) {
      if (entry.getValue() instanceof JsonObject inner) {
        Optional<JsonObject> found = find(inner);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static void changePage(JsonObject page, Fault fault) {
    JsonArray edges = page.getJsonArray(EDGES);
    JsonObject info = page.getJsonObject(INFO, new JsonObject());
    switch (fault) {
      case NO_ITEMS -> page.putNull(EDGES);
      case ITEMS_NO_ARRAY -> page.put(EDGES, new JsonObject().put("0", edges));
      case NO_MORE_FLAG -> info.remove(MORE);
      case NO_CURSOR -> {
        info.put(MORE, true);
        info.remove("endCursor");
        edges.forEach(edge -> ((JsonObject) edge).remove("cursor"));
      }
      case DUPLICATES -> {
        if (!edges.isEmpty()) {
          page.put(
              EDGES,
              new JsonArray()
                  .add(edges.getValue(0))
                  .addAll(edges)
                  .add(edges.getValue(edges.size() - 1)));
        }
      }
      case EMPTY_ITEM -> {
        if (!edges.isEmpty()) {
          JsonObject empty = new JsonObject().put("node", new JsonObject());
          page.put(EDGES, new JsonArray().add(empty).addAll(edges));
        }
      }
      case ERRORS_WITH_DATA -> page.put(EDGES, keep(edges, edges.size() / 2));
      case SHORT_PAGE -> shorten(page, edges, info);
      case EMPTY_PAGE -> empty(page, edges, info);
      default -> {}
    }
  }

  /** Leaves out the last half; the cursor then points behind what is left. */
  private static void shorten(JsonObject page, JsonArray edges, JsonObject info) {
    if (edges.size() > 1) {
      JsonArray kept = keep(edges, edges.size() / 2);
      page.put(EDGES, kept);
      info.put(MORE, true);
      if (info.containsKey("endCursor")) {
        info.put("endCursor", kept.getJsonObject(kept.size() - 1).getString("cursor"));
      }
    }
  }

  /**
   * Leaves out all items; the cursor then points before the first one. Without an end cursor there
   * is none.
   */
  private static void empty(JsonObject page, JsonArray edges, JsonObject info) {
    if (edges.size() > 1) {
      EventLog.Position first = position(edges, 0);
      boolean newestFirst =
          EventLog.Position.ORDER.compare(first, position(edges, edges.size() - 1)) > 0;
      page.put(EDGES, new JsonArray());
      info.put(MORE, true);
      if (info.containsKey("endCursor")) {
        info.put("endCursor", PartnerCursor.of(first.plus(newestFirst ? 1 : -1)));
      }
    }
  }

  private static EventLog.Position position(JsonArray edges, int index) {
    return PartnerCursor.read(edges.getJsonObject(index).getString("cursor"));
  }

  private static JsonArray keep(JsonArray edges, int count) {
    return new JsonArray(List.copyOf(edges.stream().limit(count).toList()));
  }
}
