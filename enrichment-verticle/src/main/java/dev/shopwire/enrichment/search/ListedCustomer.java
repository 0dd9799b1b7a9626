package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.search.Sort.Position;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/**
 * A customer of a list, without values.
 *
 * @param position where the list continues after it
 */
record ListedCustomer(Customer customer, Position position) {
  static ListedCustomer read(Row row) {
    Customer customer = Customers.readProfile(row);
    return new ListedCustomer(
        customer, new Position(Optional.ofNullable(row.getString("sort_text")), customer.id()));
  }
}
