package dev.shopwire.enrichment.identify;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.telemetry.RequestScope;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.enrichment.customers.PushedEmail;
import dev.shopwire.enrichment.customers.ResponseWarnings;
import dev.shopwire.enrichment.fields.FieldInput;
import dev.shopwire.enrichment.fields.FieldLimits;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed body of {@code POST /identify}.
 *
 * @param shop has an empty domain if the sent one is invalid, see {@code errors}
 * @param requestId is stored with the values that this push changes
 * @param errors validation errors that don't depend on the field definitions
 * @param warnings what was ignored or not stored
 * @param subscribedTopics the topics that an endpoint subscribes to; empty until they have been
 *     read
 */
record IdentifyRequest(
    Shop shop,
    long appId,
    Optional<String> requestId,
    PatchValue<String> name,
    PatchValue<String> email,
    List<FieldInput> fields,
    List<ValidationError> errors,
    List<ValidationError> warnings,
    RequestDeadline deadline,
    Set<Topic> subscribedTopics) {
  private static final int NAME_LENGTH = 1_000;
  private static final String DOMAIN = "myplatformDomain";
  private static final Set<String> KNOWN_FIELDS = Set.of(DOMAIN, "name", "email", "customFields");

  /**
   * @throws Failure 400 or 422 if the body is not a JSON object
   */
  static IdentifyRequest read(AppRequest request, ShopDomain domains, FieldLimits limits) {
    JsonInput input = JsonInput.of(request.body(), request.aliases());
    String domain = domains.read(input, DOMAIN);
    PatchValue<String> name = input.optionalString("name", NAME_LENGTH);
    PatchValue<String> email = PushedEmail.read(input, "email");
    List<FieldInput> fields = FieldInput.of(input, limits);
    return new IdentifyRequest(
        new Shop(request.workspaceId(), domain),
        request.appId(),
        RequestScope.current().flatMap(RequestScope::requestId),
        name,
        email,
        fields,
        input.errors(),
        ResponseWarnings.of(input.warnings(), input.ignoredFields(KNOWN_FIELDS)),
        RequestDeadline.fromNow(),
        Set.of());
  }

  IdentifyRequest withSubscribedTopics(Set<Topic> topics) {
    return topics.isEmpty()
        ? this
        : new IdentifyRequest(
            shop, appId, requestId, name, email, fields, errors, warnings, deadline, topics);
  }
}
