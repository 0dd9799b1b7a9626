package dev.shopwire.console.pages;

/** Pages about one subject. */
@FunctionalInterface
public interface PageGroup {
  /** Adds the pages and their forms to the routes. */
  void addTo(PageRoutes routes);
}
