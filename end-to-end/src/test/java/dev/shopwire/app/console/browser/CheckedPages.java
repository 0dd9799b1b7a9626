package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.AccessibilityCheck;
import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.Keyboard;
import dev.shopwire.app.support.PageView;
import dev.shopwire.testing.RunSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Opens pages of the console in Chromium and checks them. Axe takes most of the time, so that in
 * the build it runs in one view of each page, in all of them in turn; in the long run and for
 * screenshots in all. For one thread.
 */
final class CheckedPages implements AutoCloseable {
  private static final List<PageView> VIEWS = List.of(PageView.values());

  private final DevTools tab = new DevTools();
  private final BrowserPage page = new BrowserPage(tab);
  private final AccessibilityCheck accessibility;
  private int turn;

  /** Skips the calling test without Chromium or axe. */
  CheckedPages() throws IOException, InterruptedException {
    try {
      tab.call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
      accessibility = AccessibilityCheck.of(tab);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      tab.close();
      throw e;
    }
  }

  DevTools tab() {
    return tab;
  }

  BrowserPage page() {
    return page;
  }

  Keyboard keyboard() {
    return new Keyboard(tab);
  }

  void open(String url, String heading) {
    page.open(url);
    assertHeading(heading);
  }

  void submit(String button, Map<String, String> values, String heading) {
    page.submit(button, values);
    assertHeading(heading);
  }

  void follow(String link, String heading) {
    page.follow(link);
    assertHeading(heading);
  }

  void assertHeading(String heading) {
    assertEquals(heading, page.text("h1"), () -> page.text("main"));
  }

  /** Checks the open page; for states of pages that {@link EveryPageIT} does not open. */
  void check() {
    assertEquals(List.of(), problems(), () -> page.text("h1"));
  }

  /** What is wrong with the open page. */
  List<String> problems() {
    List<PageView> views = new ArrayList<>();
    boolean inAll = RunSize.isLong() || Screenshots.areWanted();
    for (int i = 0; i < (inAll ? VIEWS.size() : 1); i++) {
      views.add(VIEWS.get(turn++ % VIEWS.size()));
    }
    return accessibility.problems(views);
  }

  /** The same without axe, which very large pages occupy for long. */
  List<String> problemsOfLayout() {
    return accessibility.problems(List.of());
  }

  @Override
  public void close() {
    tab.close();
  }
}
