package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.DeploymentFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that links and pictures of the documents lead to files and headings that exist. */
class DocumentLinksTest {
  private static final Pattern COMMANDS = Pattern.compile("(?s)```.*?```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private static Stream<Path> documents() {
    return Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs")
        .flatMap(path -> DeploymentFiles.below(DeploymentFiles.ROOT.resolve(path)).stream())
        .filter(file -> file.toString().endsWith(".md"));
  }

  private static String prose(Path document) {
    return COMMANDS.matcher(DeploymentFiles.text(document)).replaceAll("");
  }

  private static List<String> deadLinks(Path document) {
    List<String> dead = new ArrayList<>();
    Matcher links = LINK.matcher(prose(document));
    while (links.find()) {
      String path = links.group(1);
      if (!path.contains(":") && !leadsSomewhere(document, path, links.group(2))) {
        dead.add(DeploymentFiles.ROOT.relativize(document) + ": " + links.group());
      }
    }
    return dead;
  }

  private static boolean leadsSomewhere(Path document, String path, @Nullable String heading) {
    Path target = path.isEmpty() ? document : document.resolveSibling(path).normalize();
    boolean isDocument = target.toString().endsWith(".md");
    return Files.exists(target)
        && (heading == null || !isDocument || anchors(target).contains(heading));
  }

  /** As GitHub makes them of headings. */
  private static List<String> anchors(Path document) {
    return HEADING
        .matcher(prose(document))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void everyLinkLeadsSomewhere() {
    List<Path> documents = documents().toList();
    assertTrue(documents.size() > 20, documents::toString);
    assertEquals(List.of(), documents.stream().flatMap(each -> deadLinks(each).stream()).toList());
  }
}
