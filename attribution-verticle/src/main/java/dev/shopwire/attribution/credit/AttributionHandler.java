package dev.shopwire.attribution.credit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.attribution.credit.CodeSighting.Source;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code POST /attribution} (docs/api/attribution.md). Not thread-safe; use from one event
 * loop.
 */
public final class AttributionHandler {
  private static final int SLUG_LENGTH = 200;
  private static final String DOMAIN = "myplatformDomain";
  private static final String CODE = "mref";
  private static final String CARRIER = "carrier";
  private static final Set<String> KNOWN_FIELDS = Set.of("app", DOMAIN, CODE, CARRIER);

  private final Vertx vertx;
  private final Pool pool;
  private final ShopDomain domains;
  private final LastSeen lastSeen;

  public AttributionHandler(Vertx vertx, Pool pool, ShopDomain domains, LastSeen lastSeen) {
    this.vertx = vertx;
    this.pool = pool;
    this.domains = domains;
    this.lastSeen = lastSeen;
  }

  public Future<JsonResponse> handle(AppRequest request) {
    JsonInput input = JsonInput.of(request.body(), request.aliases());
    CodeSighting sighting = read(request, input);
    List<ValidationError> warnings = new ArrayList<>(input.warnings());
    warnings.addAll(input.ignoredFields(KNOWN_FIELDS));
    return FirstTouch.decide(pool, sighting, RequestDeadline.fromNow())
        .map(
            decision -> {
              if (decision.due() > 0) {
                Outbox.wakeDelivery(vertx);
              }
              lastSeen.record(request.workspaceId(), decision.customerId(), Instant.now());
              return toResponse(decision, warnings);
            });
  }

  /**
   * @throws Failure 422 with all validation errors
   */
  private CodeSighting read(AppRequest request, JsonInput input) {
    String app = input.requiredString("app", SLUG_LENGTH);
    String domain = domains.read(input, DOMAIN);
    SeenCode code = code(input);
    Carrier carrier = carrier(input);
    input.throwIfInvalid();
    return new CodeSighting(
        request.appId(),
        Optional.of(app),
        new Shop(request.workspaceId(), domain),
        code,
        carrier,
        Optional.empty(),
        Source.REQUEST);
  }

  /** The code as sent; one that is too long is not an error, since every code seen is logged. */
  private static SeenCode code(JsonInput input) {
    JsonNode sent = input.value(CODE);
    boolean isCode =
        sent.isTextual()
            && !sent.textValue().isBlank()
            && StorableText.findProblem(sent.textValue()).isEmpty();
    if (!isCode) {
      input.requiredString(CODE, ReferralCode.MAX_LENGTH);
      return SeenCode.of("");
    }
    SeenCode seen = SeenCode.of(sent.textValue());
    if (seen.truncated()) {
      input.addWarning(
          CODE,
          "too_long",
          "has more than "
              + ReferralCode.MAX_LENGTH
              + " characters, more than any code: it is logged truncated, as an unknown code");
    }
    return seen;
  }

  /** An unknown carrier is only a warning; null, empty or absent means {@code api}. */
  private static Carrier carrier(JsonInput input) {
    JsonNode value = input.value(CARRIER);
    boolean isEmpty = value.isTextual() && value.textValue().isEmpty();
    if (value.isMissingNode() || value.isNull() || isEmpty) {
      return Carrier.API;
    }
    Optional<Carrier> carrier =
        value.isTextual() ? Carrier.ofCaller(value.textValue()) : Optional.empty();
    if (carrier.isEmpty()) {
      input.addWarning(
          CARRIER,
          "unknown_carrier",
          "is not api, script or code_entry: it is logged as " + Carrier.OTHER.apiName());
    }
    return carrier.orElse(Carrier.OTHER);
  }

  private static JsonResponse toResponse(CreditDecision decision, List<ValidationError> warnings) {
    if (decision.reason().filter(reason -> reason == RefusalReason.APP_MISMATCH).isPresent()) {
      throw Failure.invalid(
          "/app", "app_mismatch", "app is not the slug of the app that this key belongs to");
    }
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("attributed", decision.isCredited());
    decision.refusal().ifPresent(reason -> response.put("reason", reason));
    if (decision.isCredited()) {
      response.put("affiliate", affiliate(decision));
    } else if (decision
        .reason()
        .filter(each -> each == RefusalReason.ALREADY_ATTRIBUTED)
        .isPresent()) {
      response.put("affiliate", affiliate(decision));
      response.put("sameCode", decision.sameCode());
    }
    if (!warnings.isEmpty()) {
      response.put("warnings", warnings);
    }
    return JsonResponse.of(response);
  }

  /** Null if an admin has removed the credit. */
  private static @Nullable Map<String, @Nullable Object> affiliate(CreditDecision decision) {
    if (decision.holder().isEmpty()) {
      return null;
    }
    Map<String, @Nullable Object> affiliate = new LinkedHashMap<>();
    affiliate.put("name", decision.holder().get().name());
    affiliate.put("code", decision.holder().get().code());
    return affiliate;
  }
}
