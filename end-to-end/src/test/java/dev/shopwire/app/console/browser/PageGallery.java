package dev.shopwire.app.console.browser;

import dev.shopwire.app.support.PageView;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The index of the screenshots in the documents: each page with what it weighs. */
final class PageGallery {
  private static final String HEAD =
      """
      # Every page of the console

      A test makes this page and its pictures, with a year of made-up data (`SampleYear`):

      ```sh
      ./mvnw verify -pl end-to-end -am -Dit.test='EveryPageIT,BrowserWalkIT' -Dshopwire.screenshots=true \\
        -Dshopwire.everyPage.shops=400 -Dshopwire.everyPage.rows=10000 \\
        -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
      ```

      The same pages in dark colors, at 320 px, with nothing in the workspace and with very long values are in
      `end-to-end/target/screenshots` afterwards. `EveryPageWithoutRolesIT` adds those with absent roles.

      The weight is what a browser with an empty cache receives, compressed, in KiB: the page itself, and with all that it
      loads (at most 60).

      | Page | Itself | With all | Pictures |
      |---|---|---|---|
      """;

  private final List<String> rows = new ArrayList<>();

  void add(String name, PageWeight weight) {
    rows.add(
        "| %s | %s | %s | [1280 px](%s), [390 px](%s) |"
            .formatted(
                name,
                kibibytes(weight.html()),
                kibibytes(weight.all()),
                picture(name, PageView.LIGHT) + ".jpg",
                picture(name, PageView.PHONE) + ".jpg"));
  }

  private static String kibibytes(int bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / 1_024.0);
  }

  /** The name of a picture of a page, without its type. */
  static String picture(String name, PageView view) {
    return view == PageView.LIGHT ? name : name + "." + view.id();
  }

  /** As it is in the documents. */
  String text() {
    return HEAD + String.join("\n", rows) + "\n";
  }

  void write() throws IOException {
    Files.createDirectories(Screenshots.DOCUMENTS);
    Files.writeString(Screenshots.DOCUMENTS.resolve("README.md"), text());
  }
}
