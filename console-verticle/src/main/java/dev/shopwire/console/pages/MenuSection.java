package dev.shopwire.console.pages;

import java.util.Optional;

/** The sections of the navigation Main, in its order. */
public enum MenuSection {
  OVERVIEW("Overview", "o", ""),
  CUSTOMERS("Customers", "c", "/customers"),
  SEGMENTS("Segments", "e", "/segments"),
  BEHAVIOR("Behavior", "b", "/behavior"),
  REVENUE("Revenue", "r", "/revenue"),
  AFFILIATES("Affiliates", "a", "/affiliates"),
  WEBHOOKS("Webhooks", "w", "/webhooks"),
  SETTINGS("Settings", "s", "/settings"),
  SYSTEM("System", "", "");

  private final String label;
  private final String key;
  private final String path;

  MenuSection(String label, String key, String path) {
    this.label = label;
    this.key = key;
    this.path = path;
  }

  public String label() {
    return label;
  }

  /** Follows {@code g} as a shortcut. */
  Optional<String> key() {
    return Optional.of(key).filter(letter -> !letter.isEmpty());
  }

  /** Whether a page with this path below its workspace belongs to the section. */
  boolean contains(String page) {
    return !path.isEmpty() && (page.equals(path) || page.startsWith(path + "/"));
  }
}
