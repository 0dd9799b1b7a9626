package dev.shopwire.enrichment.identify;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.enrichment.customers.PushedEmail;
import dev.shopwire.enrichment.customers.Warnings;
import dev.shopwire.enrichment.fields.FieldInput;
import dev.shopwire.enrichment.fields.FieldLimits;
import java.util.List;
import java.util.Set;

/**
 * A body of {@code POST /identify}, read.
 *
 * @param shop with an empty domain if {@code faults} say what is wrong with it
 * @param faults what is wrong with the body in itself
 * @param warnings what was ignored or left out
 * @param heard the topics that somebody wants to hear of it; empty until that was read
 */
record Push(
    Shop shop,
    int appId,
    PatchValue<String> name,
    PatchValue<String> email,
    List<FieldInput> fields,
    List<Fault> faults,
    List<Fault> warnings,
    RequestDeadline patience,
    Set<Topic> heard) {
  private static final int NAME_LENGTH = 1_000;
  private static final String DOMAIN = "myplatformDomain";
  private static final Set<String> MEMBERS = Set.of(DOMAIN, "name", "email", "customFields");

  /**
   * @throws Failure 400 or 422 for what is no JSON object
   */
  static Push read(AppRequest call, ShopDomain domains, FieldLimits limits) {
    JsonInput input = JsonInput.of(call.body(), call.aliases());
    String domain = domains.read(input, DOMAIN);
    PatchValue<String> name = input.optionalText("name", NAME_LENGTH);
    PatchValue<String> email = PushedEmail.read(input);
    List<FieldInput> fields = FieldInput.of(input, limits);
    return new Push(
        new Shop(call.workspaceId(), domain),
        call.appId(),
        name,
        email,
        fields,
        input.faults(),
        Warnings.of(input.warnings(), input.unknownMembers(MEMBERS)),
        RequestDeadline.fromNow(),
        Set.of());
  }

  Push heardIn(Set<Topic> topics) {
    return topics.isEmpty()
        ? this
        : new Push(shop, appId, name, email, fields, faults, warnings, patience, topics);
  }
}
