package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.CreditAttribute;
import dev.shopwire.automation.conditions.Leaf.CreditFilter;
import dev.shopwire.automation.conditions.Leaf.CreditLeaf;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
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
import java.util.stream.Stream;

/** {@code credit:app where (filters)}. */
final class CreditKind implements Kind<CreditLeaf> {
  private static final String CREDIT = "credit";
  private static final Attributes<CreditAttribute> ATTRIBUTES =
      new Attributes<>(List.of(CreditAttribute.values()), CreditAttribute::word);

  private record Filter(CreditAttribute attribute, TestDraft test) {
    Optional<CreditFilter> resolve(Names names) {
      ValueType type =
          switch (attribute) {
            case AFFILIATE -> ValueType.AFFILIATE;
            case CODE, CARRIER -> ValueType.LABEL;
            case CREDITED_AT -> ValueType.TIME;
          };
      return test.resolve(type, attribute.word(), names)
          .map(found -> new CreditFilter(attribute, found));
    }

    Stream<Operand> affiliates() {
      return attribute == CreditAttribute.AFFILIATE ? test.operands().stream() : Stream.empty();
    }
  }

  private record Draft(Place place, Optional<Reference.App> app, List<Filter> where)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<Long> inApp = names.appOrAll(app);
      List<CreditFilter> filters =
          where.stream().flatMap(filter -> filter.resolve(names).stream()).toList();
      return inApp.map(id -> new CreditLeaf(id, filters));
    }

    @Override
    public Stream<Operand> affiliates() {
      return where.stream().flatMap(Filter::affiliates);
    }
  }

  @Override
  public Class<CreditLeaf> leaf() {
    return CreditLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of(CREDIT);
  }

  @Override
  public String type() {
    return CREDIT;
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Optional<String> app = head.app();
    Place place = head.place();
    return new Draft(
        place, app.map(slug -> new Reference.App(slug, place)), text.where(() -> filter(text)));
  }

  private static Filter filter(TextReader text) {
    CreditAttribute attribute = ATTRIBUTES.parse(text);
    boolean isTime = attribute == CreditAttribute.CREDITED_AT;
    return new Filter(attribute, text.test(isTime ? Operators.TIME : Operators.TEST));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    return Optional.of(
        new Draft(members.place(), members.app(), members.where(CreditKind::filter)));
  }

  private static Optional<Filter> filter(JsonMembers members) {
    Optional<CreditAttribute> attribute = ATTRIBUTES.read(members);
    TestDraft test = members.test();
    return attribute.map(found -> new Filter(found, test));
  }

  @Override
  public String print(CreditLeaf leaf, TextForms forms) {
    return CREDIT
        + forms.labels().app(leaf.app()).map(app -> ":" + TextForms.name(app)).orElse("")
        + TextForms.where(
            leaf.where(), filter -> filter.attribute().word() + forms.test(filter.test()));
  }

  @Override
  public void write(CreditLeaf leaf, ObjectNode json, JsonLabels labels) {
    labels.app(leaf.app(), json);
    JsonForms.where(
        leaf.where(),
        json,
        (filter, object) ->
            JsonForms.test(filter.test(), object.put(Attributes.NAME, filter.attribute().word())));
  }

  @Override
  public void uses(CreditLeaf leaf, UseCollector uses) {
    uses.app(leaf.app());
    leaf.where().stream()
        .flatMap(filter -> filter.test().values().stream())
        .filter(AffiliateValue.class::isInstance)
        .forEach(value -> uses.affiliate(((AffiliateValue) value).id()));
  }

  @Override
  public List<LeafWarning> warnings(CreditLeaf leaf, Warnings warnings) {
    return List.of();
  }
}
