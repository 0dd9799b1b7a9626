package dev.shopwire.app.console.browser;

import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.PageView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/**
 * Takes screenshots of pages if {@code -Dshopwire.screenshots=true} asks for them: small ones for
 * the documents, and others to look at.
 */
final class Screenshots {
  static final Path DOCUMENTS = Path.of("../docs/screenshots");

  private static final boolean WANTED = Boolean.getBoolean("shopwire.screenshots");
  private static final Path OTHERS = Path.of("target/screenshots");
  private static final int MAX_BYTES = 80 * 1_024;
  private static final int DOCUMENT_HEIGHT = 1_200;
  private static final int HEIGHT = 3_000;
  private static final int BEST_QUALITY = 75;
  private static final int WORST_QUALITY = 25;

  private final DevTools tab;

  Screenshots(DevTools tab) {
    this.tab = tab;
  }

  static boolean areWanted() {
    return WANTED;
  }

  /** For the documents: the upper part of the page, in up to 80 KiB. */
  void forDocuments(String name, PageView view) {
    if (!WANTED) {
      return;
    }
    for (int quality = BEST_QUALITY; quality >= WORST_QUALITY; quality -= 10) {
      byte[] image = take(view, DOCUMENT_HEIGHT, quality);
      if (image.length <= MAX_BYTES) {
        write(DOCUMENTS.resolve(name + ".jpg"), image);
        return;
      }
    }
    throw new AssertionError(name + " takes more than " + MAX_BYTES + " bytes");
  }

  /** To look at, in all views. */
  void toLookAt(String name) {
    if (!WANTED) {
      return;
    }
    for (PageView view : PageView.values()) {
      write(OTHERS.resolve(name + "." + view.id() + ".jpg"), take(view, HEIGHT, BEST_QUALITY));
    }
  }

  private byte[] take(PageView view, int maxHeight, int quality) {
    view.showIn(tab);
    int height = Math.min(maxHeight, tab.evaluate("document.documentElement.scrollHeight").asInt());
    String image =
        tab.call(
                "Page.captureScreenshot",
                Map.of(
                    "format",
                    "jpeg",
                    "quality",
                    quality,
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of("x", 0, "y", 0, "width", view.width(), "height", height, "scale", 1)))
            .path("data")
            .asText();
    PageView.LIGHT.showIn(tab);
    return Base64.getDecoder().decode(image);
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
