package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Head;
import dev.shopwire.automation.language.text.Qualified;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** {@code page:app/"/path" measure window where (filters)}. */
final class PageKind implements Kind<PageLeaf> {
  private static final Occurrences OCCURRENCES = new Occurrences("viewed", false);

  /** Stands for a path that is missing, which is recorded, so that the rest is checked. */
  private static final String MISSING = "?";

  private record Draft(
      Place place, Optional<Reference.App> app, String path, Occurrences.Draft views)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<Long> inApp = names.appOrAll(app);
      return views
          .resolve(names)
          .flatMap(
              found ->
                  inApp.map(
                      id ->
                          new PageLeaf(id, path, found.measure(), found.window(), found.where())));
    }
  }

  @Override
  public Class<PageLeaf> leaf() {
    return PageLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of("page:");
  }

  @Override
  public String type() {
    return "page";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Qualified path = head.quoted("the path of a page in quotes");
    Place place = head.place();
    return new Draft(place, path.app(place), path.name(), OCCURRENCES.parse(text));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    return Optional.of(
        new Draft(
            members.place(),
            members.app(),
            members.required("path", "the path of a page").orElse(MISSING),
            OCCURRENCES.read(members)));
  }

  @Override
  public String print(PageLeaf leaf, TextForms forms) {
    return "page:"
        + forms.prefix(leaf.app())
        + TextForms.quoted(leaf.path())
        + OCCURRENCES.print(resolved(leaf), forms);
  }

  @Override
  public void write(PageLeaf leaf, ObjectNode json, JsonLabels labels) {
    json.put("path", leaf.path());
    labels.app(leaf.app(), json);
    OCCURRENCES.write(resolved(leaf), json);
  }

  @Override
  public void uses(PageLeaf leaf, UseCollector uses) {
    uses.app(leaf.app());
  }

  @Override
  public List<LeafWarning> warnings(PageLeaf leaf, Warnings warnings) {
    return Occurrences.warnings(resolved(leaf));
  }

  private static Occurrences.Resolved resolved(PageLeaf leaf) {
    return new Occurrences.Resolved(leaf.measure(), leaf.window(), leaf.where());
  }
}
