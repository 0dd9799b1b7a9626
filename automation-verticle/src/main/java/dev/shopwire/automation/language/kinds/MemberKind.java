package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.Member;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** {@code name}, {@code email}, {@code domain}, {@code firstSeenAt}, {@code lastSeenAt}. */
final class MemberKind implements Kind<MemberLeaf> {
  private static final String NAME = "name";

  private record Draft(Place place, Member member, TestDraft test) implements DraftLeaf {
    @Override
    public Optional<Leaf> resolve(Names names) {
      ValueType type = member.isTime() ? ValueType.TIME : ValueType.CUSTOMER_TEXT;
      return test.resolve(type, member.word(), names).map(found -> new MemberLeaf(member, found));
    }
  }

  @Override
  public Class<MemberLeaf> leaf() {
    return MemberLeaf.class;
  }

  @Override
  public List<String> heads() {
    return Arrays.stream(Member.values()).map(Member::word).toList();
  }

  @Override
  public String type() {
    return "member";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Place place = head.place();
    Member member = member(word -> word.equalsIgnoreCase(head.word())).orElseThrow();
    return new Draft(place, member, text.test(member.isTime() ? Operators.TIME : Operators.TEST));
  }

  private static Optional<Member> member(Predicate<String> word) {
    return Arrays.stream(Member.values()).filter(each -> word.test(each.word())).findFirst();
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    String expected = "one of " + String.join(", ", heads());
    Optional<String> name = members.required(NAME, expected);
    Optional<Member> member = name.flatMap(found -> member(found::equals));
    if (name.isPresent() && member.isEmpty()) {
      members
          .faults()
          .add(
              members.place(NAME),
              FaultCode.INVALID_VALUE,
              "expected " + expected + ", got " + Shown.text(name.get()));
    }
    TestDraft test = members.test();
    return member.map(found -> new Draft(members.place(), found, test));
  }

  @Override
  public String print(MemberLeaf leaf, TextForms forms) {
    return leaf.member().word() + forms.test(leaf.test());
  }

  @Override
  public void write(MemberLeaf leaf, ObjectNode json, JsonLabels labels) {
    JsonForms.test(leaf.test(), json.put(NAME, leaf.member().word()));
  }

  @Override
  public void uses(MemberLeaf leaf, UseCollector uses) {}

  @Override
  public List<LeafWarning> warnings(MemberLeaf leaf, Warnings warnings) {
    return Warnings.scansValues(leaf.test())
        ? List.of(
            new LeafWarning(
                LeafWarning.Code.SCANS_VALUES,
                "No index helps this test: it reads the %s of every customer"
                    .formatted(leaf.member().word())))
        : List.of();
  }
}
