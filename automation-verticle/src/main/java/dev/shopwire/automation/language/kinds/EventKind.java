package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.FaultCode;
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

/** {@code event:app/name measure window where (filters)}. */
final class EventKind implements Kind<EventLeaf> {
  private static final Occurrences OCCURRENCES = new Occurrences("performed", true);

  /** Stands for a name that is missing, which is recorded, so that the rest is checked. */
  private static final String MISSING = "?";

  private record Draft(
      Place place,
      Place namePlace,
      Optional<Reference.App> app,
      String name,
      Occurrences.Draft events)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      if (name.isEmpty()) {
        names
            .faults()
            .add(namePlace, FaultCode.INVALID_VALUE, "expected the name of an event, got \"\"");
      }
      Optional<Long> inApp = names.appOrAll(app);
      return events
          .resolve(names)
          .flatMap(
              found ->
                  inApp.map(
                      id ->
                          new EventLeaf(id, name, found.measure(), found.window(), found.where())));
    }
  }

  @Override
  public Class<EventLeaf> leaf() {
    return EventLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of("event:");
  }

  @Override
  public String type() {
    return "event";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Qualified name = head.named("the name of an event");
    Place place = head.place();
    return new Draft(place, place, name.app(place), name.name(), OCCURRENCES.parse(text));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    return Optional.of(
        new Draft(
            members.place(),
            members.place("name"),
            members.app(),
            members.required("name", "the name of an event").orElse(MISSING),
            OCCURRENCES.read(members)));
  }

  @Override
  public String print(EventLeaf leaf, TextForms forms) {
    return "event:"
        + forms.prefix(leaf.app())
        + TextForms.name(leaf.name())
        + OCCURRENCES.print(resolved(leaf), forms);
  }

  @Override
  public void write(EventLeaf leaf, ObjectNode json, JsonLabels labels) {
    json.put("name", leaf.name());
    labels.app(leaf.app(), json);
    OCCURRENCES.write(resolved(leaf), json);
  }

  @Override
  public void uses(EventLeaf leaf, UseCollector uses) {
    uses.app(leaf.app());
  }

  @Override
  public List<LeafWarning> warnings(EventLeaf leaf, Warnings warnings) {
    return Occurrences.warnings(resolved(leaf));
  }

  private static Occurrences.Resolved resolved(EventLeaf leaf) {
    return new Occurrences.Resolved(leaf.measure(), leaf.window(), leaf.where());
  }
}
