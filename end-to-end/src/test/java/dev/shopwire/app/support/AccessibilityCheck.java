package dev.shopwire.app.support;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.NodeProject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Checks pages: with axe for WCAG 2.2 AA, that none scrolls sideways, and what every page of the
 * console has in common.
 */
public final class AccessibilityCheck {
  private static final String PACKAGE = "axe-core@4.14.1";
  private static final String RUN =
      """
      axe.run(document, {
          resultTypes: ['violations'],
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
        .then((found) => found.violations.flatMap((violation) =>
          violation.nodes.map((node) => violation.id + ': ' + node.html)))
      """;

  /** What is missing of the frame that all pages have. */
  private static final String FRAME =
      """
      (() => {
        const missing = [];
        const expect = (what, holds) => { if (!holds) missing.push(what); };
        const all = (selector) => [...document.querySelectorAll(selector)];
        expect('one h1', all('h1').length === 1);
        expect('a title that starts with the h1', document.title.startsWith(all('h1')[0]?.textContent + ' · '));
        expect('landmarks', all('header').length && all('nav[aria-label=Main]').length
          && all('main').length === 1 && all('footer').length);
        expect('the skip link first', all('a, button, input, select')[0]?.textContent === 'Skip to main content');
        expect('a caption of each table', all('main table').every((table) => table.caption?.textContent));
        expect('a table beside each chart',
          !all('main svg[role=img][aria-label^="Chart:"]').length || all('main table').length);
        expect('no id twice', new Set(all('[id]').map((each) => each.id)).size === all('[id]').length);
        return missing.map((what) => 'has not: ' + what);
      })()
      """;

  /** With some of the elements that reach out of the page. */
  private static final String TOO_WIDE =
      """
      document.documentElement.scrollWidth <= document.documentElement.clientWidth ? []
        : [...document.querySelectorAll('body *')]
        .filter((each) => !each.closest('.scroll')
          && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .slice(0, 3).map((each) => 'scrolls sideways: ' + each.outerHTML.slice(0, 200))
        .concat('scrolls sideways')
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

  /**
   * What is wrong with the page that is open, by the view in which it was seen. Whether it scrolls
   * sideways is checked in each of the three widths.
   *
   * @param views those in which axe runs
   */
  public List<String> problems(Collection<PageView> views) {
    List<String> problems = new ArrayList<>(texts(FRAME));
    problems.addAll(problemsOutsideOfConsole(views));
    return problems;
  }

  /** The same of a page that is none of the console's. */
  public List<String> problemsOutsideOfConsole(Collection<PageView> views) {
    List<String> problems = new ArrayList<>();
    Set<PageView> shown = EnumSet.of(PageView.LIGHT, PageView.PHONE, PageView.NARROW);
    shown.addAll(views);
    for (PageView view : shown) {
      view.showIn(tab);
      List<String> found = new ArrayList<>(texts(TOO_WIDE));
      if (views.contains(view)) {
        found.addAll(violations());
      }
      found.forEach(problem -> problems.add(view.id() + ": " + problem));
    }
    PageView.LIGHT.showIn(tab);
    return problems;
  }

  private List<String> violations() {
    if (!tab.evaluate("!!window.axe").asBoolean()) {
      tab.evaluate(axe + ";0");
    }
    return texts(RUN);
  }

  private List<String> texts(String expression) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : tab.evaluate(expression)) {
      texts.add(text.asText());
    }
    return texts;
  }
}
