package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.sources.records.RecordKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How nodes of one type become records. Immutable.
 *
 * @param kind empty if the type is ignored
 */
record TypeRule(Optional<RecordKind> kind, Map<Member, Expression> members) {
  private static final String IGNORE = "ignore";

  TypeRule {
    members = Map.copyOf(members);
  }

  /**
   * @throws DialectFault if {@code node} is no rule
   */
  static TypeRule read(DialectNode node) {
    if (node.value().isTextual()) {
      node.text(IGNORE, "\"ignore\" or an object with a kind");
      return new TypeRule(Optional.empty(), Map.of());
    }
    RecordKind kind = kind(node.required("kind"));
    Set<String> names =
        Member.of(kind).stream().map(Member::id).collect(Collectors.toCollection(TreeSet::new));
    names.add("kind");
    node.object(names);
    Map<Member, Expression> members = new EnumMap<>(Member.class);
    for (Member member : Member.of(kind)) {
      node.optional(member.id())
          .ifPresent(expression -> members.put(member, expression(member, expression)));
    }
    check(node, kind, members);
    return new TypeRule(Optional.of(kind), members);
  }

  private static RecordKind kind(DialectNode node) {
    String kinds =
        Arrays.stream(RecordKind.values()).map(RecordKind::id).collect(Collectors.joining(", "));
    return RecordKind.of(node.text(100)).orElseThrow(() -> node.fault("must be one of " + kinds));
  }

  /** An expression that can have other values than the member is a fault of the file. */
  private static Expression expression(Member member, DialectNode node) {
    Expression expression = Expressions.read(node);
    member
        .choices()
        .ifPresent(
            choices ->
                expression.values().stream()
                    .flatMap(Set::stream)
                    .filter(value -> !choices.contains(value.asText()))
                    .findFirst()
                    .ifPresent(value -> rejectValue(node, value, choices)));
    return expression;
  }

  private static void rejectValue(DialectNode node, JsonNode value, List<String> choices) {
    throw node.fault(
        "gives the value %s; expected one of %s".formatted(value, String.join(", ", choices)));
  }

  private static void check(DialectNode node, RecordKind kind, Map<Member, Expression> members) {
    Set<Member> missing = Member.required(kind);
    missing.removeAll(members.keySet());
    for (Member member : missing) {
      throw node.required("kind").fault("needs " + member.id());
    }
    if (members.containsKey(Member.TRIAL_DAYS) && members.containsKey(Member.TRIAL_ENDS_AT)) {
      throw node.required("trialDays").fault("must not be given together with trialEndsAt");
    }
    if (members.containsKey(Member.AMOUNT) && !members.containsKey(Member.CURRENCY)) {
      throw node.required("amount").fault("needs currency");
    }
  }
}
