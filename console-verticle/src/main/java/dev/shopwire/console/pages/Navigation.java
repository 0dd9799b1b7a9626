package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The links to the pages that the visitor of a page may see. */
public final class Navigation {
  private final String path;
  private final AccessLevel level;
  private final Optional<PageWorkspace> workspace;

  private Navigation(String path, AccessLevel level, Optional<PageWorkspace> workspace) {
    this.path = path;
    this.level = level;
    this.workspace = workspace;
  }

  /**
   * @param key follows {@code g} as a shortcut; null for none
   * @param current the value of {@code aria-current}; null if it leads to another page
   */
  public record Link(String name, @Nullable String key, String href, @Nullable String current) {}

  /** In the workspace of the page, or in the visitor's first one where the page belongs to none. */
  private static Navigation of(Frame frame) {
    Optional<PageWorkspace> workspace =
        frame.workspace().or(() -> frame.visitor().flatMap(Navigation::first));
    boolean isOperator = frame.visitor().filter(Visitor::operator).isPresent();
    return new Navigation(
        frame.path(),
        isOperator
            ? AccessLevel.OPERATOR
            : workspace.map(PageWorkspace::level).orElse(AccessLevel.USER),
        workspace);
  }

  private static Optional<PageWorkspace> first(Visitor visitor) {
    return visitor.memberships().stream()
        .findFirst()
        .map(
            membership ->
                new PageWorkspace(
                    Long.parseLong(membership.workspaceId()),
                    membership.workspaceName(),
                    Optional.empty(),
                    false,
                    membership.role()));
  }

  /** One link for each section: to its first page that the visitor may see. */
  static List<Link> main(Frame frame) {
    if (frame.visitor().isEmpty() && frame.workspace().isEmpty()) {
      return List.of(new Link("Sign in", null, SignInPaths.SIGN_IN, null));
    }
    Navigation navigation = of(frame);
    return Arrays.stream(MenuSection.values())
        .flatMap(
            section ->
                navigation
                    .pages(section)
                    .limit(1)
                    .map(page -> navigation.link(section.label(), section, page)))
        .toList();
  }

  /** The section that the page belongs to. */
  static Optional<MenuSection> section(Frame frame) {
    return frame
        .workspace()
        .flatMap(
            workspace ->
                Arrays.stream(MenuSection.values())
                    .filter(section -> contains(section, workspace, frame.path()))
                    .findFirst());
  }

  /**
   * The pages of the page's section; empty if it has only one, or if it is unknown what the visitor
   * may see.
   */
  static List<Link> ofSection(Frame frame) {
    if (frame.visitor().isEmpty()) {
      return List.of();
    }
    Navigation navigation = of(frame);
    List<Link> links =
        section(frame).stream()
            .flatMap(navigation::pages)
            .map(page -> navigation.link(page.menuName(), null, page))
            .toList();
    return links.size() > 1 ? links : List.of();
  }

  /** The first page of a workspace that everyone in it may see. */
  static ConsolePage firstPage() {
    return Arrays.stream(MenuSection.values())
        .flatMap(section -> listed(section, AccessLevel.ANALYST))
        .filter(ConsolePage::isOfWorkspace)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no page in the navigation"));
  }

  private static boolean contains(MenuSection section, PageWorkspace workspace, String path) {
    String prefix = workspace.path("");
    return path.startsWith(prefix) && section.contains(path.substring(prefix.length()));
  }

  private static Stream<ConsolePage> listed(MenuSection section, AccessLevel level) {
    return Arrays.stream(ConsolePage.values())
        .filter(page -> page.section().equals(Optional.of(section)) && page.isListedFor(level));
  }

  private Stream<ConsolePage> pages(MenuSection section) {
    return listed(section, level).filter(page -> !page.isOfWorkspace() || workspace.isPresent());
  }

  /**
   * @param section whose pages all count as current; null if only the page itself does
   */
  private Link link(String name, @Nullable MenuSection section, ConsolePage page) {
    String href = workspace.map(each -> page.path(each.id())).orElseGet(page::path);
    String current = null;
    if (path.equals(href)) {
      current = "page";
    } else if (section != null
        && workspace.filter(each -> contains(section, each, path)).isPresent()) {
      current = "true";
    }
    return new Link(name, section == null ? null : section.key().orElse(null), href, current);
  }
}
