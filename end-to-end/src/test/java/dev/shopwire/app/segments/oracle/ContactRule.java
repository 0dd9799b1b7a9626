package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Decides leaves about contacts. */
final class ContactRule {
  private ContactRule() {}

  static LeafFacts facts(JsonNode leaf, ModelCustomer customer, Clock clock) {
    List<ModelContact> found =
        customer.contacts().stream()
            .filter(
                contact ->
                    Reference.parts(leaf.path("where"))
                        .allMatch(filter -> matches(filter, contact, clock)))
            .toList();
    BigDecimal count = BigDecimal.valueOf(found.size());
    return new LeafFacts(
        leaf.hasNonNull("op")
            ? ValueTest.of(leaf).holds(List.of(count), clock)
            : count.signum() > 0,
        count,
        List.of(),
        found.stream().map(contact -> contact.role() + " " + contact.email()).toList());
  }

  private static boolean matches(JsonNode filter, ModelContact contact, Clock clock) {
    return switch (filter.path("name").asText()) {
      case "role" -> ValueTest.of(filter).holds(List.of(contact.role()), clock);
      case "tag" -> ValueTest.of(filter).holds(contact.tags(), clock);
      case "email" ->
          ValueTest.inAnyCase(filter)
              .holds(Optional.ofNullable(contact.email()).stream().toList(), clock);
      default -> throw new IllegalArgumentException(filter.toString());
    };
  }
}
