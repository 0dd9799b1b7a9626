package dev.shopwire.sources.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.resources.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No name of a platform's partner interface stands in code: dialect files have them all. */
class NeutralNamesTest {
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  /** Names that only platforms use: with capitals or underscores within. */
  private static final Pattern OF_A_PLATFORM =
      Pattern.compile(
          "[A-Z]+(_[A-Z0-9]+)+|[a-z]+[A-Z][A-Za-z]*|[A-Z][a-z]+[A-Z][A-Za-z]*|X-.*|__.*");

  private static Set<String> platformNames() {
    Set<String> names = new TreeSet<>();
    for (String file : Dialects.SHIPPED) {
      JsonNode tree = DialectParser.parse(Resources.bytes("/partner/" + file), true);
      collect(tree.path("request").path("headers"), names);
      collect(tree.path("request").path("version"), names);
      collect(tree.path("errors"), names);
      for (JsonNode stream : tree.path("streams")) {
        WORD.matcher(stream.path("query").asText())
            .results()
            .forEach(word -> names.add(word.group()));
        stream.path("types").fieldNames().forEachRemaining(names::add);
        collect(stream.path("page"), names);
        collect(stream.path("record"), names);
      }
    }
    names.removeIf(name -> !OF_A_PLATFORM.matcher(name).matches());
    // What our own format and lists call so, too.
    names.removeAll(Arrays.stream(Member.values()).map(Member::id).toList());
    names.removeAll(List.of("hasNextPage", "occurredAt", "createdAt"));
    return names;
  }

  private static void collect(JsonNode node, Set<String> names) {
    if (node.isTextual()) {
      names.addAll(List.of(node.asText().split("\\.", -1)));
    }
    node.properties().forEach(entry -> collect(entry.getValue(), names));
    if (node.isArray()) {
      node.forEach(item -> collect(item, names));
    }
  }

  @Test
  void theFilesHaveNamesOfPlatforms() {
    Set<String> names = platformNames();
    assertTrue(names.size() > 60, names::toString);
    assertTrue(names.containsAll(List.of("RELATIONSHIP_INSTALLED", "netAmount")), names::toString);
  }

  @Test
  void noneOfThemStandsInCode() throws IOException {
    Set<String> names = platformNames();
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        found.addAll(
            TEXT.matcher(Files.readString(file))
                .results()
                .flatMap(text -> WORD.matcher(text.group(1)).results())
                .map(word -> word.group())
                .filter(names::contains)
                .map(name -> file.getFileName() + " has " + name)
                .collect(Collectors.toSet()));
      }
    }
    assertEquals(Set.of(), found);
  }
}
