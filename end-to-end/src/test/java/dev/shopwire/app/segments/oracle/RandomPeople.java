package dev.shopwire.app.segments.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pushes random staff and referral codes, and corrects some by hand. */
final class RandomPeople {
  private final Dice dice;
  private final OracleWorkspace workspace;
  private int requests;

  RandomPeople(Dice dice, OracleWorkspace workspace) {
    this.dice = dice;
    this.workspace = workspace;
  }

  void pushStaff(ModelCustomer customer) {
    List<Map<String, @Nullable Object>> people = new ArrayList<>();
    for (int i = dice.below(4); i > 0; i--) {
      people.add(person(customer, i));
    }
    if (!people.isEmpty()) {
      workspace
          .app(dice.any(RandomPushes.APPS))
          .post(
              "/v1/staff",
              "staff-" + ++requests,
              Map.of("myplatformDomain", customer.domain(), "staff", List.copyOf(people)));
    }
  }

  /** A person in a request, which is added to the model. */
  private Map<String, @Nullable Object> person(ModelCustomer customer, int number) {
    List<String> tags = new ArrayList<>();
    while (dice.oneIn(2)) {
      tags.add(dice.any(ModelValues.TAGS));
    }
    ModelContact contact =
        new ModelContact(
            dice.oneIn(3) ? null : dice.any(ModelValues.EMAILS),
            dice.oneIn(3),
            dice.oneIn(4),
            tags.stream().distinct().toList());
    customer.add(contact);
    Map<String, @Nullable Object> person = new LinkedHashMap<>();
    person.put("id", Integer.toString(number));
    person.put("email", contact.email());
    person.put("accountOwner", contact.accountOwner());
    person.put("installer", contact.installer());
    person.put("tags", List.copyOf(contact.tags()));
    return person;
  }

  void attribute(Map<String, ModelCustomer> customers) {
    List<String> codes = List.of("ADA10", "Bob-%", "zoe_1", "Twin1", "twin2");
    List<String> names = List.of("Ada", "Bob \"the\" 100%", "Zo\u00eb", "Twin", "Twin");
    List<String> affiliates = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      affiliates.add(workspace.affiliate(names.get(i), codes.get(i)));
    }
    for (ModelCustomer customer : customers.values()) {
      for (String app : RandomPushes.APPS) {
        if (dice.oneIn(3)) {
          Map<String, @Nullable Object> body = new LinkedHashMap<>();
          body.put("app", app);
          body.put("myplatformDomain", customer.domain());
          body.put("mref", dice.any(codes));
          body.put("carrier", dice.of("api", "script", "code_entry"));
          workspace.app(app).post("/v1/attribution", "credit-" + ++requests, body);
        }
      }
    }
    correctSome(affiliates, customers);
    workspace.readCredits(customers);
  }

  /** Corrects credits, and adds contacts by hand. */
  private void correctSome(List<String> affiliates, Map<String, ModelCustomer> customers) {
    workspace
        .customerIds()
        .forEach(
            (domain, id) -> {
              if (dice.oneIn(6)) {
                workspace.correct(
                    dice.any(RandomPushes.APPS), id, dice.oneIn(2) ? null : dice.any(affiliates));
              }
              ModelCustomer customer = customers.get(domain);
              if (customer != null && dice.oneIn(6)) {
                workspace.addManualContact(id, person(customer, 100));
              }
            });
  }
}
