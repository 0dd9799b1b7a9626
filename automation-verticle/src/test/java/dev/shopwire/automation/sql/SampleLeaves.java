package dev.shopwire.automation.sql;

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
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.Value.Day;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.events.PropertyPath;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Leaves of every kind, whose constants are recognizable: see {@link #MARK}. */
final class SampleLeaves {
  /** In every text, name and path; numbers and ids have the digits 4711. */
  static final String MARK = "zzmark";

  static final long ID = 4711;

  private SampleLeaves() {}

  static Value text() {
    return new TextValue(MARK);
  }

  static Value number() {
    return new NumberValue(BigDecimal.valueOf(ID));
  }

  static ValueTest test(Operator operator, Value... values) {
    return ValueTest.of(operator, values);
  }

  static ValueTest within() {
    return test(Operator.WITHIN, new Span(30, Unit.DAY));
  }

  static FieldLeaf field(ValueTest test) {
    return new FieldLeaf(ID, 0, Optional.empty(), test);
  }

  static EventLeaf event(Measure measure, Optional<ValueTest> window) {
    PropertyFilter filter =
        new PropertyFilter(PropertyPath.of(MARK), test(Operator.CONTAINS, text()));
    return new EventLeaf(0, MARK, measure, window, List.of(filter));
  }

  static List<Leaf> all() {
    return Stream.of(fields(), members(), occurrences(), others()).flatMap(List::stream).toList();
  }

  private static List<Leaf> fields() {
    PropertyPath path = PropertyPath.of(MARK + "." + MARK);
    return List.of(
        field(test(Operator.EQUALS, text())),
        field(test(Operator.NOT_IN, text(), new TextValue(MARK.repeat(50)))),
        field(test(Operator.CONTAINS, text())),
        field(test(Operator.STARTS_WITH, text())),
        field(test(Operator.BETWEEN, number(), number())),
        field(test(Operator.EQUALS, new BooleanValue(true))),
        field(test(Operator.IN, new BooleanValue(true), new BooleanValue(false))),
        field(test(Operator.IS_UNSET)),
        field(within()),
        new FieldLeaf(ID, ID, Optional.of(path), test(Operator.CONTAINS, text())),
        new FieldLeaf(ID, ID, Optional.of(path), test(Operator.IN, text(), number())),
        new FieldLeaf(ID, 0, Optional.of(path), within()));
  }

  private static List<Leaf> members() {
    return List.of(
        new MemberLeaf(Member.NAME, test(Operator.EQUALS, text())),
        new MemberLeaf(Member.EMAIL, test(Operator.NOT_CONTAINS, text())),
        new MemberLeaf(Member.DOMAIN, test(Operator.STARTS_WITH, text())),
        new MemberLeaf(
            Member.FIRST_SEEN_AT, test(Operator.AFTER, new Day(LocalDate.of(2026, 1, 2)))),
        new MemberLeaf(
            Member.LAST_SEEN_AT, test(Operator.BEFORE, new Ago(new Span(30, Unit.DAY)))));
  }

  private static List<Leaf> occurrences() {
    return List.of(
        event(new Measure.Performed(), Optional.of(within())),
        event(new Measure.NotPerformed(), Optional.empty()),
        event(new Measure.Count(test(Operator.LT, number())), Optional.of(within())),
        event(
            new Measure.Sum(PropertyPath.of(MARK), test(Operator.GT, number())), Optional.empty()),
        event(new Measure.First(within()), Optional.empty()),
        event(new Measure.Last(within()), Optional.empty()),
        new PageLeaf(ID, MARK + "*", new Measure.Performed(), Optional.of(within()), List.of()),
        new SessionsLeaf(0, test(Operator.GTE, number()), Optional.of(within())));
  }

  private static Leaf lifecycle(LifecycleAttribute attribute, ValueTest test) {
    return new LifecycleLeaf(ID, attribute, Optional.empty(), Optional.of(test));
  }

  private static List<Leaf> others() {
    return List.of(
        new ContactLeaf(
            Optional.of(test(Operator.NOT_EQUALS, number())),
            List.of(
                new ContactFilter(ContactAttribute.ROLE, test(Operator.EQUALS, text())),
                new ContactFilter(ContactAttribute.TAG, test(Operator.NOT_IN, text())),
                new ContactFilter(ContactAttribute.EMAIL, test(Operator.IN, text(), text())))),
        new CreditLeaf(
            ID,
            List.of(
                new CreditFilter(
                    CreditAttribute.AFFILIATE, test(Operator.EQUALS, new AffiliateValue(ID))),
                new CreditFilter(CreditAttribute.CODE, test(Operator.NOT_EQUALS, text())),
                new CreditFilter(CreditAttribute.CARRIER, test(Operator.EQUALS, text())),
                new CreditFilter(CreditAttribute.CREDITED_AT, within()))),
        lifecycle(LifecycleAttribute.STATE, test(Operator.NOT_IN, text(), text())),
        lifecycle(LifecycleAttribute.PLAN, test(Operator.CONTAINS, text())),
        new LifecycleLeaf(
            0,
            LifecycleAttribute.MRR,
            Optional.of(MARK),
            Optional.of(test(Operator.GTE, number()))),
        lifecycle(LifecycleAttribute.INSTALLED, within()),
        lifecycle(LifecycleAttribute.PAYING, within()),
        new LifecycleLeaf(0, LifecycleAttribute.CANCELED, Optional.empty(), Optional.empty()),
        new SegmentLeaf(ID),
        new EveryoneLeaf());
  }
}
