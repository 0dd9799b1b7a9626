package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Decides leaves about credits of affiliates. */
final class CreditRule {
  private CreditRule() {}

  static LeafFacts facts(JsonNode leaf, ModelCustomer customer, Clock clock) {
    List<ModelCredit> candidates =
        customer.credits().stream()
            .filter(
                credit -> Reference.app(leaf).isEmpty() || Reference.app(leaf).equals(credit.app()))
            .toList();
    List<ModelCredit> found =
        candidates.stream()
            .filter(
                credit ->
                    Reference.parts(leaf.path("where"))
                        .allMatch(filter -> matches(filter, credit, clock)))
            .toList();
    return new LeafFacts(
        !found.isEmpty(),
        BigDecimal.valueOf(found.size()),
        candidates.stream().map(ModelCredit::creditedAt).toList(),
        found.stream().map(credit -> credit.app() + " " + credit.code()).toList());
  }

  private static boolean matches(JsonNode filter, ModelCredit credit, Clock clock) {
    return switch (filter.path("name").asText()) {
      case "affiliate" -> ValueTest.of(filter).holds(List.of(credit.affiliate()), clock);
      case "code" ->
          ValueTest.inAnyCase(filter)
              .holds(Optional.ofNullable(credit.code()).stream().toList(), clock);
      case "carrier" -> ValueTest.of(filter).holds(List.of(credit.carrier()), clock);
      case "creditedAt" -> ValueTest.of(filter).holds(List.of(credit.creditedAt()), clock);
      default -> throw new IllegalArgumentException(filter.toString());
    };
  }
}
