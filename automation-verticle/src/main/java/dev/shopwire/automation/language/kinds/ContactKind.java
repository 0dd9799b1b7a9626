package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.ContactAttribute;
import dev.shopwire.automation.conditions.Leaf.ContactFilter;
import dev.shopwire.automation.conditions.Leaf.ContactLeaf;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.automation.language.draft.ValueType;
import dev.shopwire.automation.language.json.JsonForms;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Operators;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** {@code contact count test where (filters)}. */
final class ContactKind implements Kind<ContactLeaf> {
  private static final String CONTACT = "contact";
  private static final String COUNT = "count";
  private static final Attributes<ContactAttribute> ATTRIBUTES =
      new Attributes<>(List.of(ContactAttribute.values()), ContactAttribute::word);

  private record Filter(ContactAttribute attribute, TestDraft test) {
    Optional<ContactFilter> resolve(Names names) {
      ValueType type =
          attribute == ContactAttribute.EMAIL ? ValueType.CUSTOMER_TEXT : ValueType.LABEL;
      return test.resolve(type, attribute.word(), names)
          .map(found -> new ContactFilter(attribute, found));
    }
  }

  private record Draft(Place place, Optional<TestDraft> count, List<Filter> where)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<ValueTest> number =
          count.flatMap(test -> test.resolve(ValueType.AMOUNT, COUNT, names));
      List<ContactFilter> filters =
          where.stream().flatMap(filter -> filter.resolve(names).stream()).toList();
      return Optional.of(new ContactLeaf(number, filters));
    }
  }

  @Override
  public Class<ContactLeaf> leaf() {
    return ContactLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of(CONTACT);
  }

  @Override
  public String type() {
    return CONTACT;
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Place place = text.head().place();
    Optional<TestDraft> count =
        text.acceptWord(COUNT) ? Optional.of(text.test(Operators.COMPARE)) : Optional.empty();
    return new Draft(
        place,
        count,
        text.where(() -> new Filter(ATTRIBUTES.parse(text), text.test(Operators.TEST))));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    Optional<TestDraft> count = members.has("op") ? Optional.of(members.test()) : Optional.empty();
    return Optional.of(new Draft(members.place(), count, members.where(ContactKind::filter)));
  }

  private static Optional<Filter> filter(JsonMembers members) {
    Optional<ContactAttribute> attribute = ATTRIBUTES.read(members);
    TestDraft test = members.test();
    return attribute.map(found -> new Filter(found, test));
  }

  @Override
  public String print(ContactLeaf leaf, TextForms forms) {
    return CONTACT
        + leaf.count().map(test -> " " + COUNT + forms.test(test)).orElse("")
        + TextForms.where(
            leaf.where(), filter -> filter.attribute().word() + forms.test(filter.test()));
  }

  @Override
  public void write(ContactLeaf leaf, ObjectNode json, JsonLabels labels) {
    leaf.count().ifPresent(test -> JsonForms.test(test, json));
    JsonForms.where(
        leaf.where(),
        json,
        (filter, object) ->
            JsonForms.test(filter.test(), object.put(Attributes.NAME, filter.attribute().word())));
  }

  @Override
  public void uses(ContactLeaf leaf, UseCollector uses) {}

  @Override
  public List<LeafWarning> warnings(ContactLeaf leaf, Warnings warnings) {
    return leaf.where().stream().anyMatch(filter -> Warnings.scansValues(filter.test()))
        ? List.of(
            new LeafWarning(
                LeafWarning.Code.SCANS_VALUES,
                "No index helps this filter: it reads every contact"))
        : List.of();
  }
}
