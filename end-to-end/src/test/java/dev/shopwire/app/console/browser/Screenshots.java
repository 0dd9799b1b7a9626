package dev.shopwire.app.console.browser;

import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.PageView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Takes screenshots of pages if {@code -Dshopwire.screenshots=true} asks for them: small ones for
 * the documents, and large ones to look at.
 */
final class Screenshots {
  static final Path DOCUMENTS = Path.of("../docs/screenshots");

  private static final boolean WANTED = Boolean.getBoolean("shopwire.screenshots");
  private static final Path OTHERS = Path.of("target/screenshots");
  private static final Size COMPLETE = new Size(1, 3_000, 75);
  private static final Size READABLE = new Size(0.75, 1_000, 60);
  private static final Size SMALL = new Size(0.45, 900, 35);
  private static final Size SMALL_PHONE = new Size(0.5, 1_200, 35);

  private final DevTools tab;

  Screenshots(DevTools tab) {
    this.tab = tab;
  }

  /**
   * @param scale of its pixels to those of the page
   * @param maxHeight how much of the page it shows, in the page's pixels
   * @param quality of the JPEG, up to 100
   */
  private record Size(double scale, int maxHeight, int quality) {}

  static boolean areWanted() {
    return WANTED;
  }

  /** For the documents, to be read. */
  void forTour(String name) {
    if (WANTED) {
      write(DOCUMENTS.resolve(name + ".jpg"), take(PageView.LIGHT, READABLE));
    }
  }

  /** For the gallery of the documents, in these views. */
  void forGallery(String name, List<PageView> views) {
    if (WANTED) {
      for (PageView view : views) {
        Size size = view == PageView.PHONE ? SMALL_PHONE : SMALL;
        write(DOCUMENTS.resolve(PageGallery.picture(name, view)), take(view, size));
      }
    }
  }

  /** To look at, in all views. */
  void toLookAt(String name) {
    if (WANTED) {
      for (PageView view : PageView.values()) {
        write(OTHERS.resolve(PageGallery.picture(name, view)), take(view, COMPLETE));
      }
    }
  }

  private byte[] take(PageView view, Size size) {
    view.showIn(tab);
    int height =
        Math.min(size.maxHeight(), tab.evaluate("document.documentElement.scrollHeight").asInt());
    Map<String, Object> clip =
        Map.of("x", 0, "y", 0, "width", view.width(), "height", height, "scale", size.scale());
    String image =
        tab.call(
                "Page.captureScreenshot",
                Map.of(
                    "format",
                    "jpeg",
                    "quality",
                    size.quality(),
                    "captureBeyondViewport",
                    true,
                    "clip",
                    clip))
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
