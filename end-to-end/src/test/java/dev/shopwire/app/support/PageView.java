package dev.shopwire.app.support;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The ways in which every page is looked at. */
public enum PageView {
  LIGHT("light", 1280, 900),
  DARK("dark", 1280, 900),
  PHONE("light", 390, 844),
  NARROW("light", 320, 640),
  DARK_PHONE("dark", 390, 844),
  DARK_NARROW("dark", 320, 640);

  private static final int LARGEST_PHONE = 600;

  private final String scheme;
  private final int width;
  private final int height;

  PageView(String scheme, int width, int height) {
    this.scheme = scheme;
    this.width = width;
    this.height = height;
  }

  public int width() {
    return width;
  }

  /** Shows the open page and later ones in this way. */
  public void showIn(DevTools tab) {
    tab.call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    tab.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            width,
            "height",
            height,
            "deviceScaleFactor",
            1,
            "mobile",
            width < LARGEST_PHONE));
  }

  /** As in names of files: {@code dark-phone}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
