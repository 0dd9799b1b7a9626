package dev.shopwire.app.segments.oracle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fills a workspace with random customers by pushes of its apps, and its model with the same. */
final class RandomPushes {
  /** One of them has a name that is quoted in texts, one the name of an operator. */
  static final List<String> APPS = List.of("alpha", "9-beta", "not");

  /** At most as many as a preview shows. */
  private static final int CUSTOMERS = 80;

  private RandomPushes() {}

  static OracleWorkspace fill(Dice dice) {
    OracleWorkspace workspace = new OracleWorkspace(APPS);
    Map<String, ModelCustomer> customers = new LinkedHashMap<>();
    OracleWorkspace.domains(CUSTOMERS)
        .forEach(each -> customers.put(each, new ModelCustomer(each)));
    RandomFields fields = new RandomFields(dice, workspace);
    fields.define(customers.values().iterator().next());
    customers.values().forEach(fields::identify);
    customers.values().forEach(fields::unsetSome);
    RandomPeople people = new RandomPeople(dice, workspace);
    customers.values().forEach(people::pushStaff);
    new RandomEvents(dice, workspace).push(customers.values());
    people.attribute(customers);
    // What was never pushed does not exist.
    customers.keySet().retainAll(workspace.customerIds().keySet());
    workspace.spreadSeenTimes();
    workspace.readCustomers(customers);
    new RandomLifecycles(dice, workspace).store();
    workspace.awaitSessions();
    return workspace;
  }
}
