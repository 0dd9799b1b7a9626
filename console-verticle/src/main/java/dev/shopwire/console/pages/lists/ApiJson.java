package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads responses of the API's operations. */
public final class ApiJson {
  private ApiJson() {}

  /** A response as the API sends it. */
  public static JsonNode of(Object response) {
    if (response instanceof JsonResponse relayed) {
      try {
        return Json.MAPPER.readTree(relayed.json());
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }
    return Json.MAPPER.valueToTree(response);
  }

  /** The JSON body that was made of a form, to be completed. */
  public static ObjectNode ofForm(byte[] body) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy without the fields that are null. */
  public static ObjectNode withoutNulls(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    object.properties().stream()
        .filter(each -> each.getValue().isNull())
        .forEach(each -> copy.remove(each.getKey()));
    return copy;
  }

  /** The items of an array in a response. */
  public static List<JsonNode> rows(JsonNode response, String name) {
    return response.path(name).valueStream().toList();
  }

  /**
   * The row with an id.
   *
   * @param name of the array in the response
   * @param what a row is
   * @throws Failure 404 if there is no such row
   */
  public static JsonNode find(Object response, String name, String id, String what) {
    return rows(of(response), name).stream()
        .filter(row -> row.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow(() -> Failure.notFound(what));
  }
}
