package dev.shopwire.app.console.browser;

import dev.shopwire.app.support.PageView;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The index of the screenshots in the documents: each page with what it weighs, what axe found, and
 * its pictures.
 */
final class PageGallery {
  /** The views of pages with a year of data. */
  static final List<PageView> VIEWS = List.of(PageView.LIGHT, PageView.DARK, PageView.PHONE);

  /** Those of pages in another state. */
  static final List<PageView> VIEWS_OF_STATES = List.of(PageView.LIGHT, PageView.PHONE);

  private static final String HEAD =
      """
      # Every page of the console

      A test makes this page and its pictures, with a year of made-up data (`SampleYear`):

      ```sh
      ./mvnw verify -pl end-to-end -am -Dit.test='EveryPage*IT,BrowserWalkIT' -Dshopwire.screenshots=true \\
        -Dshopwire.everyPage.shops=400 -Dshopwire.everyPage.rows=10000 -Dshopwire.excluded.groups=alone \\
        -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
      ```

      The pictures here are small. Large ones, of each page in light and dark colors at 1280, 390 and 320 px, are in
      `end-to-end/target/screenshots` afterwards.

      ## With a year of data

      The weight is what a browser with an empty cache receives, compressed, in KiB: the page itself, and with all that it
      loads (at most 60). The next columns are the violations that axe found, for WCAG 2.2 AA: in light and in dark
      colors, and on phones in both.

      | Page | Itself | With all | axe: light | dark | phones | Pictures |
      |---|---|---|---|---|---|---|
      """;

  private static final String STATES =
      """

      ## In other states

      With nothing in the workspace; with 10,000 rows and the longest values that the API accepts, without a space in
      them; and while no process runs the other roles.

      | Page | Nothing | Many rows, long values | Without other roles |
      |---|---|---|---|
      """;

  /** The columns of the second table: the directories of their pictures. */
  private static final List<String> DIRECTORIES = List.of("empty", "long", "without-roles");

  private final List<String> rows = new ArrayList<>();
  private final Map<String, List<String>> states = new LinkedHashMap<>();

  /**
   * Adds a page with a year of data.
   *
   * @param problems by their views
   */
  void add(String name, PageWeight weight, List<String> problems) {
    long light = count(problems, PageView.LIGHT);
    long dark = count(problems, PageView.DARK);
    rows.add(
        "| %s | %s | %s | %d | %d | %d | %s |"
            .formatted(
                name,
                kibibytes(weight.html()),
                kibibytes(weight.all()),
                light,
                dark,
                problems.size() - light - dark,
                pictures(name, VIEWS)));
  }

  private static long count(List<String> problems, PageView view) {
    return problems.stream().filter(problem -> problem.startsWith(view.id() + ": ")).count();
  }

  /** Adds a page in another state, whose pictures are in this directory. */
  void addState(String name, String directory) {
    states.computeIfAbsent(name, added -> new ArrayList<>()).add(directory);
  }

  private static String pictures(String name, List<PageView> views) {
    return views.stream()
        .map(view -> "[%s](%s)".formatted(view.id(), picture(name, view)))
        .collect(Collectors.joining(", "));
  }

  private static String kibibytes(int bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / 1_024.0);
  }

  /** The file of a picture of a page. */
  static String picture(String name, PageView view) {
    return name + "." + view.id() + ".jpg";
  }

  void write() throws IOException {
    Files.createDirectories(Screenshots.DOCUMENTS);
    Files.writeString(
        Screenshots.DOCUMENTS.resolve("README.md"),
        HEAD + String.join("\n", rows) + "\n" + STATES + String.join("\n", rowsOfStates()) + "\n");
  }

  private List<String> rowsOfStates() {
    List<String> all = new ArrayList<>();
    states.forEach(
        (name, directories) ->
            all.add(
                DIRECTORIES.stream()
                    .map(
                        each ->
                            directories.contains(each)
                                ? pictures(each + "/" + name, VIEWS_OF_STATES)
                                : "")
                    .collect(Collectors.joining(" | ", "| " + name + " | ", " |"))));
    return all;
  }
}
