package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.SessionsLeaf;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.automation.language.draft.ValueType;
import dev.shopwire.automation.language.json.JsonForms;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Head;
import dev.shopwire.automation.language.text.Operators;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** {@code sessions:app count test window}. */
final class SessionsKind implements Kind<SessionsLeaf> {
  private static final String SESSIONS = "sessions";
  private static final String MEASURE = "measure";
  private static final String COUNT = "count";

  private record Draft(
      Place place, Optional<Reference.App> app, TestDraft count, Optional<TestDraft> window)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<Long> inApp = names.appOrAll(app);
      Optional<ValueTest> number = count.resolve(ValueType.AMOUNT, COUNT, names);
      Optional<ValueTest> when =
          window.flatMap(test -> test.resolve(ValueType.WINDOW, "the window", names));
      return inApp.flatMap(id -> number.map(test -> new SessionsLeaf(id, test, when)));
    }
  }

  @Override
  public Class<SessionsLeaf> leaf() {
    return SessionsLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of(SESSIONS);
  }

  @Override
  public String type() {
    return SESSIONS;
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Optional<String> app = head.app();
    Place place = head.place();
    text.expectWord(COUNT);
    return new Draft(
        place,
        app.map(slug -> new Reference.App(slug, place)),
        text.test(Operators.COMPARE),
        text.window());
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    members
        .text(MEASURE)
        .filter(measure -> !measure.equals(COUNT))
        .ifPresent(
            measure ->
                members
                    .faults()
                    .add(
                        members.place(MEASURE),
                        FaultCode.INVALID_VALUE,
                        "expected count, got " + Shown.text(measure)));
    return Optional.of(new Draft(members.place(), members.app(), members.test(), members.window()));
  }

  @Override
  public String print(SessionsLeaf leaf, TextForms forms) {
    return SESSIONS
        + forms.labels().app(leaf.app()).map(app -> ":" + TextForms.name(app)).orElse("")
        + " "
        + COUNT
        + forms.test(leaf.count())
        + forms.test(leaf.window());
  }

  @Override
  public void write(SessionsLeaf leaf, ObjectNode json, JsonLabels labels) {
    labels.app(leaf.app(), json);
    JsonForms.test(leaf.count(), json.put(MEASURE, COUNT));
    JsonForms.window(leaf.window(), json);
  }

  @Override
  public void uses(SessionsLeaf leaf, UseCollector uses) {
    uses.app(leaf.app());
  }

  @Override
  public List<LeafWarning> warnings(SessionsLeaf leaf, Warnings warnings) {
    return List.of();
  }
}
