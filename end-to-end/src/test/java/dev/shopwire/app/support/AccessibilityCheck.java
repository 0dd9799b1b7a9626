package dev.shopwire.app.support;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.NodeProject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks pages with axe for WCAG 2.2 AA: in light and dark colors, on a phone, and that none
 * scrolls sideways.
 */
public final class AccessibilityCheck {
  private static final String PACKAGE = "axe-core@4.14.1";
  private static final String RUN =
      """
      axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
        .then((found) => found.violations.flatMap((violation) =>
          violation.nodes.map((node) => violation.id + ': ' + node.html)))
      """;

  private final DevTools tab;
  private final String axe;

  private AccessibilityCheck(DevTools tab, String axe) {
    this.tab = tab;
    this.axe = axe;
  }

  /** Skips the calling test if axe is not available. */
  public static AccessibilityCheck of(DevTools tab) throws IOException, InterruptedException {
    try (NodeProject project = NodeProject.of("", PACKAGE)) {
      return new AccessibilityCheck(
          tab, Files.readString(project.directory().resolve("node_modules/axe-core/axe.min.js")));
    }
  }

  /** What is wrong with the page that is open, by the way it was shown. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (String scheme : List.of("light", "dark")) {
      for (int[] size : new int[][] {{1280, 900}, {390, 844}, {320, 640}}) {
        show(scheme, size[0], size[1]);
        String shown = "%s at %d: ".formatted(scheme, size[0]);
        found().forEach(problem -> problems.add(shown + problem));
        if (tab.evaluate("document.documentElement.scrollWidth > innerWidth").asBoolean()) {
          problems.add(shown + "scrolls sideways");
        }
      }
    }
    show("light", 1280, 900);
    return problems;
  }

  private void show(String scheme, int width, int height) {
    tab.call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  private List<String> found() {
    tab.evaluate(axe + ";0");
    List<String> found = new ArrayList<>();
    for (JsonNode problem : tab.evaluate(RUN)) {
      found.add(problem.asText());
    }
    return found;
  }
}
