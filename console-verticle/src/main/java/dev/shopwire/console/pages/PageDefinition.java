package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import java.util.Optional;

/**
 * Describes a page of {@link ConsolePage}.
 *
 * @param path in the syntax of vertx-web
 * @param reader who may open it; empty if no user may
 * @param writer who may submit a form of it; empty if no user may
 * @param resource the kind of the resource whose id is in the path; empty without one
 * @param menuName its name in the navigation; empty if it is not listed there
 * @param section of the navigation; empty if it is not listed there
 * @param limit how long it may take to be shown
 * @param hasSlowForms whether one of its forms may take as long as the conversion of a field
 */
record PageDefinition(
    String path,
    Optional<AccessLevel> reader,
    Optional<AccessLevel> writer,
    String resource,
    String menuName,
    Optional<MenuSection> section,
    ReadLimit limit,
    boolean hasSlowForms) {

  static PageDefinition at(String path) {
    return new PageDefinition(
        path, Optional.empty(), Optional.empty(), "", "", Optional.empty(), ReadLimit.SHORT, false);
  }

  /** A page of a workspace. */
  static PageDefinition below(String path) {
    return at(ConsolePage.WORKSPACE_PATH + path);
  }

  /** A page about what shops do. */
  static PageDefinition behavior(String path, String name) {
    return below("/behavior" + path)
        .readBy(AccessLevel.ANALYST)
        .named(name, MenuSection.BEHAVIOR)
        .slow();
  }

  PageDefinition readBy(AccessLevel least) {
    return new PageDefinition(
        path, Optional.of(least), writer, resource, menuName, section, limit, hasSlowForms);
  }

  /** Of at least one of the page's forms; others may require more. */
  PageDefinition writtenBy(AccessLevel least) {
    return new PageDefinition(
        path, reader, Optional.of(least), resource, menuName, section, limit, hasSlowForms);
  }

  /** Lists it in the navigation, with this name. */
  PageDefinition named(String name, MenuSection of) {
    return new PageDefinition(
        path, reader, writer, resource, name, Optional.of(of), limit, hasSlowForms);
  }

  /**
   * The user of the page must be allowed to use the resource whose id is in its path.
   *
   * @param kind the segment that precedes the ids of such resources in paths of the API
   */
  PageDefinition about(String kind) {
    return new PageDefinition(path, reader, writer, kind, menuName, section, limit, hasSlowForms);
  }

  /** Lets it take as long as a report. */
  PageDefinition slow() {
    return new PageDefinition(
        path, reader, writer, resource, menuName, section, ReadLimit.REPORT, hasSlowForms);
  }

  /** Lets it take as long as a search for the customers that satisfy a condition. */
  PageDefinition searching() {
    return new PageDefinition(
        path, reader, writer, resource, menuName, section, ReadLimit.SEARCH, hasSlowForms);
  }

  /** Lets its forms take as long as the conversion of all values of a field. */
  PageDefinition withSlowForms() {
    return new PageDefinition(path, reader, writer, resource, menuName, section, limit, true);
  }
}
