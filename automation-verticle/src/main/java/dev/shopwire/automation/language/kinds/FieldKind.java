package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Names.Target;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.automation.language.draft.ValueType;
import dev.shopwire.automation.language.json.JsonForms;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.language.text.Head;
import dev.shopwire.automation.language.text.Operators;
import dev.shopwire.automation.language.text.Qualified;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.events.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code cf:app/name[path] test}: the value of a custom field. */
final class FieldKind implements Kind<FieldLeaf> {

  private record Draft(Place place, Reference.Field field, Optional<PathDraft> path, TestDraft test)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<PropertyPath> inside = path.flatMap(found -> found.resolve(names.faults()));
      return names
          .field(field)
          .flatMap(
              target ->
                  type(target, names)
                      .flatMap(type -> test.resolve(type, subject(target), names))
                      .map(test -> new FieldLeaf(target.field(), target.app(), inside, test)));
    }

    private String subject(Target target) {
      return target.name() + path.map(inside -> "[" + inside.text() + "]").orElse("");
    }

    /** What is tested: of stored conditions, whose tests fit, anything. */
    private Optional<ValueType> type(Target target, Names names) {
      Vocabulary.Type type = target.type().orElse(Vocabulary.Type.JSON);
      if (path.isPresent() && type != Vocabulary.Type.JSON) {
        return names
            .faults()
            .none(
                path.get().place(),
                FaultCode.TYPE_MISMATCH,
                "expected no path: %s is a %s field, and only json fields have paths"
                    .formatted(target.name(), type.id()));
      }
      return Optional.of(
          switch (type) {
            case TEXT -> ValueType.TEXT_FIELD;
            case NUMBER -> ValueType.NUMBER_FIELD;
            case BOOLEAN -> ValueType.BOOLEAN_FIELD;
            case JSON ->
                path.isPresent() || target.type().isEmpty()
                    ? ValueType.JSON_VALUE
                    : ValueType.JSON_FIELD;
          });
    }
  }

  @Override
  public Class<FieldLeaf> leaf() {
    return FieldLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of("cf:");
  }

  @Override
  public String type() {
    return "field";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Qualified name = head.namedOrId("the name of a custom field");
    Optional<PathDraft> path = head.path();
    Place place = head.place();
    return new Draft(
        place,
        new Reference.Field(name.reference(place), name.app(place)),
        path,
        text.test(Operators.TEST));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    Optional<Reference> field = members.reference("a custom field");
    Optional<Reference.App> app = members.app();
    Optional<PathDraft> path = members.path("path");
    TestDraft test = members.test();
    return field.map(
        found -> new Draft(members.place(), new Reference.Field(found, app), path, test));
  }

  @Override
  public String print(FieldLeaf leaf, TextForms forms) {
    Labels.FieldLabel label = forms.labels().fieldLabel(leaf.field(), leaf.app());
    return "cf:"
        + TextForms.prefix(label.app())
        + label.name().map(TextForms::name).orElse("#" + leaf.field())
        + leaf.path().map(path -> "[" + TextForms.name(path.text()) + "]").orElse("")
        + forms.test(leaf.test());
  }

  @Override
  public void write(FieldLeaf leaf, ObjectNode json, JsonLabels labels) {
    labels.field(leaf.field(), leaf.app(), json);
    leaf.path().ifPresent(path -> json.put("path", path.text()));
    JsonForms.test(leaf.test(), json);
  }

  @Override
  public void uses(FieldLeaf leaf, UseCollector uses) {
    uses.field(leaf.field());
    uses.app(leaf.app());
  }

  @Override
  public List<LeafWarning> warnings(FieldLeaf leaf, Warnings warnings) {
    List<LeafWarning> found = new ArrayList<>(0);
    Optional<Vocabulary.Field> field = warnings.labels().field(leaf.field());
    String name = field.map(Vocabulary.Field::name).orElse("the field");
    if (leaf.path().isPresent() || Warnings.scansValues(leaf.test())) {
      found.add(
          new LeafWarning(
              LeafWarning.Code.SCANS_VALUES,
              "No index helps this test: it reads every value of " + name));
    }
    if (isShadowed(leaf, field, warnings.labels())) {
      found.add(
          new LeafWarning(
              LeafWarning.Code.SHADOWED_FIELD,
              "An app has a field " + name + " of its own, which this condition does not read"));
    }
    if (field.filter(Vocabulary.Field::isPrivate).isPresent()) {
      found.add(new LeafWarning(LeafWarning.Code.PRIVATE_FIELD, name + " is a private field"));
    }
    return found;
  }

  /** Whether the app that is meant, or any app if none is, writes to a field of its own. */
  private static boolean isShadowed(
      FieldLeaf leaf, Optional<Vocabulary.Field> field, Labels labels) {
    return field.map(labels::shadowing).orElse(List.of()).stream()
        .anyMatch(own -> leaf.app() == 0 || own.ownerApp() == leaf.app());
  }
}
