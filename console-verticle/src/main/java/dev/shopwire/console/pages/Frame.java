package dev.shopwire.console.pages;

import dev.shopwire.console.pages.assets.Asset;
import dev.shopwire.console.pages.assets.Assets;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds the main content of a page.
 *
 * @param heading the only h1
 * @param visitor empty without a signed-in user
 * @param workspace empty if the page belongs to none
 * @param path of the page
 * @param zone in which times are shown
 * @param width how wide the content is
 */
public record Frame(
    String heading,
    Optional<Visitor> visitor,
    Optional<PageWorkspace> workspace,
    String path,
    ZoneId zone,
    Width width) {

  /** Without evaluated code, inline styles, and copies of pages in the browser's storage. */
  public static final String HTMX_CONFIG =
      """
      {"allowEval":false,"includeIndicatorStyles":false,"allowScriptTags":false,\
      "selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,\
      "responseHandling":[{"code":"204","swap":false},{"code":"...","swap":true}]}""";

  /** The width of the main content. */
  public enum Width {
    NARROW,
    WIDE
  }

  public String title() {
    return Stream.of(
            Stream.of(heading), workspace.map(PageWorkspace::name).stream(), Stream.of("Shopwire"))
        .flatMap(part -> part)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /** The theme that the user chose; null for the system's. */
  public @Nullable String theme() {
    return visitor.map(Visitor::theme).filter(theme -> !theme.equals("system")).orElse(null);
  }

  public String shortcuts() {
    return visitor.map(Visitor::shortcuts).orElse(true) ? "on" : "off";
  }

  public String csrf() {
    return visitor.map(Visitor::csrfToken).orElse("");
  }

  public List<Navigation.Link> navigation() {
    return Navigation.main(this);
  }

  public List<Navigation.Link> subnavigation() {
    return Navigation.ofSection(this);
  }

  /** The name of the section that the page belongs to. */
  public String section() {
    return Navigation.section(this).map(MenuSection::label).orElse("");
  }

  /** The workspaces to choose from, if there are several. */
  public List<Visitor.Membership> workspaces() {
    return visitor
        .map(Visitor::memberships)
        .filter(memberships -> memberships.size() > 1)
        .orElse(List.of());
  }

  public boolean isCurrent(Visitor.Membership membership) {
    return workspace
        .filter(current -> Long.toString(current.id()).equals(membership.workspaceId()))
        .isPresent();
  }

  public String styles() {
    return Assets.STYLES.path();
  }

  public String icon() {
    return Assets.ICON.path();
  }

  /** Only wide pages have lists, whose filters and pages htmx loads. */
  public List<String> scripts() {
    Stream<Asset> scripts =
        width == Width.WIDE
            ? Stream.of(Assets.HTMX, Assets.MORPH, Assets.SCRIPT)
            : Stream.of(Assets.SCRIPT);
    return scripts.map(Asset::path).toList();
  }

  public String mainClass() {
    return width == Width.NARROW ? "narrow" : "wide";
  }
}
