package dev.shopwire.rules.declarations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.DeploymentFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the project's documents. */
final class Documents {
  static final JsonNode CONSOLE_API = openApi("console");

  /** The OpenAPI documents, by the role that serves them. */
  static final Map<String, JsonNode> OPEN_API =
      Map.of("ingest", openApi("ingest"), "console", CONSOLE_API);

  private Documents() {}

  private static JsonNode openApi(String role) {
    String path = "%1$s-verticle/src/main/resources/dev/shopwire/%1$s/openapi.yaml";
    return DeploymentFiles.yaml(DeploymentFiles.ROOT.resolve(path.formatted(role))).get(0);
  }

  /** The texts of an array. */
  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** The names of an object's fields, in order. */
  static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** All nodes of a document. */
  static Stream<JsonNode> nodes(JsonNode document) {
    return Stream.concat(Stream.of(document), document.valueStream().flatMap(Documents::nodes));
  }

  static String text(String file) {
    return DeploymentFiles.text(DeploymentFiles.ROOT.resolve(file));
  }

  /** The rows of the table of {@code file} that starts with {@code heading}, each as its cells. */
  static List<List<String>> table(String file, String heading) {
    String text = text(file);
    int start = text.indexOf("\n" + heading);
    if (start < 0) {
      throw new AssertionError(file + " has no table " + heading);
    }
    return text.substring(start + 1)
        .lines()
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
        .toList();
  }
}
