package dev.shopwire.attribution.credit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.attribution.credit.CodeSighting.Source;
import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.Text;
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

/** {@code POST /attribution} (docs/api/attribution.md). For one event loop. */
public final class PostAttribution {
  private static final int SLUG_LENGTH = 200;
  private static final String DOMAIN = "myplatformDomain";
  private static final String CODE = "mref";
  private static final String CARRIER = "carrier";
  private static final Set<String> MEMBERS = Set.of("app", DOMAIN, CODE, CARRIER);

  private final Vertx vertx;
  private final Pool pool;
  private final ShopDomain domains;
  private final LastSeen lastSeen;

  public PostAttribution(Vertx vertx, Pool pool, ShopDomain domains, LastSeen lastSeen) {
    this.vertx = vertx;
    this.pool = pool;
    this.domains = domains;
    this.lastSeen = lastSeen;
  }

  public Future<JsonResponse> handle(AppRequest call) {
    JsonInput input = JsonInput.of(call.body(), call.aliases());
    CodeSighting sighting = read(call, input);
    List<Fault> warnings = new ArrayList<>(input.warnings());
    warnings.addAll(input.unknownMembers(MEMBERS));
    return FirstTouch.decide(pool, sighting, RequestDeadline.fromNow())
        .map(
            decision -> {
              if (decision.due() > 0) {
                Outbox.nudge(vertx);
              }
              lastSeen.seen(call.workspaceId(), decision.customerId(), Instant.now());
              return answer(decision, warnings);
            });
  }

  /**
   * @throws Failure 422 with every fault
   */
  private CodeSighting read(AppRequest call, JsonInput input) {
    String app = input.text("app", SLUG_LENGTH);
    String domain = domains.read(input, DOMAIN);
    SeenCode code = code(input);
    Carrier carrier = carrier(input);
    input.check();
    return new CodeSighting(
        call.appId(),
        Optional.of(app),
        new Shop(call.workspaceId(), domain),
        code,
        carrier,
        Optional.empty(),
        Source.CALL);
  }

  /** As it was sent; one that is too long is no fault, since every code seen is logged. */
  private static SeenCode code(JsonInput input) {
    JsonNode sent = input.value(CODE);
    boolean isCode =
        sent.isTextual() && !sent.textValue().isBlank() && Text.flaw(sent.textValue()).isEmpty();
    if (!isCode) {
      input.text(CODE, ReferralCode.MAX_LENGTH);
      return SeenCode.of("");
    }
    SeenCode seen = SeenCode.of(sent.textValue());
    if (seen.cut()) {
      input.warn(
          CODE,
          "too_long",
          "has more than "
              + ReferralCode.MAX_LENGTH
              + " characters, which no code has: it is logged cut, as an unknown code");
    }
    return seen;
  }

  /** What nobody knows is no fault either, and neither is null or nothing. */
  private static Carrier carrier(JsonInput input) {
    JsonNode value = input.value(CARRIER);
    boolean isEmpty = value.isTextual() && value.textValue().isEmpty();
    if (value.isMissingNode() || value.isNull() || isEmpty) {
      return Carrier.API;
    }
    Optional<Carrier> carrier =
        value.isTextual() ? Carrier.ofCaller(value.textValue()) : Optional.empty();
    if (carrier.isEmpty()) {
      input.warn(
          CARRIER,
          "unknown_carrier",
          "is none of api, script and code_entry: it is logged as " + Carrier.OTHER.word());
    }
    return carrier.orElse(Carrier.OTHER);
  }

  private static JsonResponse answer(CreditDecision decision, List<Fault> warnings) {
    if (decision.reason().filter(reason -> reason == RefusalReason.APP_MISMATCH).isPresent()) {
      throw Failure.invalid(
          "/app", "app_mismatch", "app is not the slug of the app that this key belongs to");
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("attributed", decision.credits());
    decision.refusal().ifPresent(words -> answer.put("reason", words));
    if (decision.credits()) {
      answer.put("affiliate", affiliate(decision));
    } else if (decision
        .reason()
        .filter(each -> each == RefusalReason.ALREADY_ATTRIBUTED)
        .isPresent()) {
      answer.put("affiliate", affiliate(decision));
      answer.put("sameCode", decision.sameCode());
    }
    if (!warnings.isEmpty()) {
      answer.put("warnings", warnings);
    }
    return JsonResponse.of(answer);
  }

  /** Null if an admin has decided that nobody gets the credit. */
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
