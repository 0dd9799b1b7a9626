package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.ContactAttribute;
import dev.shopwire.automation.conditions.Leaf.ContactFilter;
import dev.shopwire.automation.conditions.Leaf.ContactLeaf;
import dev.shopwire.automation.conditions.Leaf.CreditAttribute;
import dev.shopwire.automation.conditions.Leaf.CreditFilter;
import dev.shopwire.automation.conditions.Leaf.CreditLeaf;
import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.conditions.Leaf.EveryoneLeaf;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.Leaf.LifecycleAttribute;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.Leaf.Member;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.conditions.Leaf.PropertyFilter;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.Leaf.SessionsLeaf;
import dev.shopwire.automation.conditions.LifecycleState;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Generates valid conditions of {@link Samples}' workspace with leaves of every kind. */
final class RandomConditions {
  /** With a {@code NOT} or two before each, a leaf is at most 16 deep. */
  private static final int MAX_GROUPS = 4;

  private final Dice dice;
  private final RandomValues values;

  RandomConditions(Dice dice) {
    this.dice = dice;
    this.values = new RandomValues(dice);
  }

  /** A tree of mostly few leaves. */
  Condition next() {
    return tree(dice.oneIn(100) ? 25 : 1 + dice.below(dice.oneIn(3) ? 8 : 3), 0);
  }

  private Condition tree(int leaves, int depth) {
    Condition tree = leaves == 1 ? new Condition.Test(leaf()) : group(leaves, depth);
    for (int i = dice.oneIn(5) ? 1 + dice.below(2) : 0; i > 0; i--) {
      tree = new Condition.Not(tree);
    }
    return tree;
  }

  private Condition group(int leaves, int depth) {
    List<Condition> parts = new ArrayList<>();
    int rest = leaves;
    while (rest > 0) {
      int most = rest == leaves ? leaves - 1 : rest;
      int size = depth < MAX_GROUPS ? 1 + dice.below(most) : 1;
      parts.add(tree(size, depth + 1));
      rest -= size;
    }
    return dice.oneIn(2) ? new Condition.All(parts) : new Condition.Any(parts);
  }

  private Leaf leaf() {
    return switch (dice.below(13)) {
      case 0 -> new EveryoneLeaf();
      case 1 -> new SegmentLeaf(dice.any(Samples.SEGMENTS).id());
      case 2 -> member();
      case 3 -> new SessionsLeaf(app(), values.comparison(), perhaps(values::window));
      case 4 -> new ContactLeaf(perhaps(values::comparison), list(this::contactFilter));
      case 5 -> new CreditLeaf(app(), list(this::creditFilter));
      case 6 -> event();
      case 7 -> page();
      case 8 -> lifecycle();
      default -> field();
    };
  }

  private long app() {
    return dice.oneIn(2) ? 0 : dice.any(List.copyOf(Samples.APPS.keySet()));
  }

  private <T> Optional<T> perhaps(Supplier<T> value) {
    return dice.oneIn(2) ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> List<T> list(Supplier<T> each) {
    int count = dice.oneIn(2) ? 0 : dice.between(1, 3);
    return IntStream.range(0, count).mapToObj(i -> each.get()).toList();
  }

  private Leaf member() {
    Member member = dice.of(Member.values());
    return new MemberLeaf(member, member.isTime() ? values.time() : values.ofText());
  }

  private Leaf field() {
    Field field = dice.any(Samples.FIELDS);
    long app = field.isPerApp() ? app() : 0;
    return switch (field.type()) {
      case TEXT ->
          new FieldLeaf(
              field.id(), app, Optional.empty(), dice.oneIn(3) ? values.time() : values.ofText());
      case NUMBER -> new FieldLeaf(field.id(), app, Optional.empty(), number());
      case BOOLEAN -> new FieldLeaf(field.id(), app, Optional.empty(), flag());
      case JSON ->
          dice.oneIn(3)
              ? new FieldLeaf(field.id(), app, Optional.empty(), document())
              : new FieldLeaf(field.id(), app, Optional.of(values.path()), values.jsonValue());
    };
  }

  private ValueTest number() {
    return switch (dice.below(3)) {
      case 0 -> values.presence();
      case 1 -> values.equality(values::number);
      default -> values.comparison();
    };
  }

  private ValueTest flag() {
    return dice.oneIn(2)
        ? values.presence()
        : ValueTest.of(dice.of(Operator.EQUALS, Operator.NOT_EQUALS), values.flag());
  }

  private ValueTest document() {
    return dice.oneIn(2) ? values.presence() : values.part(values::scalar);
  }

  private Leaf event() {
    Measure measure = dice.oneIn(5) ? sum() : measure();
    return new EventLeaf(
        app(), values.name(), measure, window(measure), list(this::propertyFilter));
  }

  private Leaf page() {
    Measure measure = measure();
    return new PageLeaf(app(), values.text(), measure, window(measure), list(this::propertyFilter));
  }

  private Measure sum() {
    return new Measure.Sum(values.path(), values.comparison());
  }

  private Measure measure() {
    return switch (dice.below(5)) {
      case 0 -> new Measure.Performed();
      case 1 -> new Measure.NotPerformed();
      case 2 -> new Measure.First(values.time());
      case 3 -> new Measure.Last(values.time());
      default -> new Measure.Count(values.comparison());
    };
  }

  private Optional<ValueTest> window(Measure measure) {
    return measure instanceof Measure.First || measure instanceof Measure.Last
        ? Optional.empty()
        : perhaps(values::window);
  }

  private PropertyFilter propertyFilter() {
    return new PropertyFilter(values.path(), values.property());
  }

  private ContactFilter contactFilter() {
    ContactAttribute attribute = dice.of(ContactAttribute.values());
    return new ContactFilter(
        attribute,
        attribute == ContactAttribute.EMAIL ? values.ofText() : values.equality(values::textValue));
  }

  private Leaf lifecycle() {
    LifecycleAttribute attribute = dice.of(LifecycleAttribute.values());
    Optional<String> currency =
        attribute == LifecycleAttribute.MRR ? perhaps(() -> "USD") : Optional.empty();
    Optional<ValueTest> test =
        switch (attribute) {
          case STATE -> Optional.of(values.equality(this::state));
          case PLAN -> Optional.of(values.ofText());
          case MRR -> Optional.of(values.revenue());
          case TRIAL_ENDS -> Optional.of(values.time());
          default -> perhaps(values::time);
        };
    return new LifecycleLeaf(app(), attribute, currency, test);
  }

  private TextValue state() {
    return new TextValue(dice.any(LifecycleState.WORDS));
  }

  private CreditFilter creditFilter() {
    CreditAttribute attribute = dice.of(CreditAttribute.values());
    return new CreditFilter(
        attribute,
        switch (attribute) {
          case AFFILIATE -> values.equality(this::affiliate);
          case CODE, CARRIER -> values.equality(values::textValue);
          case CREDITED_AT -> values.time();
        });
  }

  private AffiliateValue affiliate() {
    return new AffiliateValue(dice.any(List.copyOf(Samples.AFFILIATES.keySet())));
  }
}
