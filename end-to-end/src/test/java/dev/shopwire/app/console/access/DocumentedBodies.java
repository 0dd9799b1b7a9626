package dev.shopwire.app.console.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.SourceDatabase;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Makes the example bodies of the document ones that would be accepted in a workspace. */
final class DocumentedBodies {
  private static final Set<String> UNIQUE = Set.of("name", "slug", "code", "codes");

  /** Values that stand for those of the workspace. */
  private final Map<String, String> members;

  private final String receiver;

  /**
   * @param workspace its id
   * @param receiver where webhooks go, instead of to another host
   */
  DocumentedBodies(String workspace, String receiver) {
    this.receiver = receiver;
    members =
        new HashMap<>(
            Map.of(
                "workspaceId", workspace,
                "password", ConsoleUsers.PASSWORD,
                "current", ConsoleUsers.PASSWORD));
  }

  /** From now on this value stands for those that examples have for the member. */
  void set(String member, String value) {
    members.put(member, value);
  }

  /** The first example; empty if the operation has none. */
  String of(AccessOperation operation) {
    return text(operation, "");
  }

  /** Another one, which doesn't conflict with what the example creates. */
  String another(AccessOperation operation) {
    return text(operation, "2");
  }

  /** A member of the example; empty if it has no such text. */
  static String member(AccessOperation operation, String name) {
    return example(operation).path(name).asText();
  }

  private static JsonNode example(AccessOperation operation) {
    return operation.documented().examples().get(0).body();
  }

  private String text(AccessOperation operation, String suffix) {
    JsonNode body = example(operation);
    return body.isMissingNode() ? "" : changed("", body, suffix).toString();
  }

  private JsonNode changed(String name, JsonNode value, String suffix) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object
          .properties()
          .forEach(
              member ->
                  copy.set(member.getKey(), changed(member.getKey(), member.getValue(), suffix)));
      return copy;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> copy.add(changed(name, item, suffix)));
      return copy;
    }
    return value.isTextual() ? TextNode.valueOf(text(name, value.asText(), suffix)) : value;
  }

  private String text(String name, String value, String suffix) {
    // A password is text; the reset of one is asked for by a boolean.
    if (members.containsKey(name)) {
      return members.getOrDefault(name, value);
    }
    if (name.equals("url")) {
      return receiver;
    }
    if (name.equals("uri")) {
      return SourceDatabase.shared().readerUri();
    }
    // A field is filled by one query.
    boolean isLinked = name.equals("field") && value.startsWith("linked_");
    return isLinked || UNIQUE.contains(name) ? value + suffix : value;
  }
}
