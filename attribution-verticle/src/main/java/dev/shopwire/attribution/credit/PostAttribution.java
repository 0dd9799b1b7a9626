package dev.shopwire.attribution.credit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.attribution.credit.FirstTouch.Decision;
import dev.shopwire.common.calls.AppCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.calls.Patience;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code POST /attribution} (contract §5). For one event loop. */
public final class PostAttribution {
  private static final int SLUG_LENGTH = 200;
  private static final String DOMAIN = "myplatformDomain";
  private static final Set<String> MEMBERS = Set.of("app", DOMAIN, "mref", "carrier");

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

  public Future<JsonAnswer> handle(AppCall call) {
    JsonInput input = JsonInput.of(call.body(), call.aliases());
    Sighting sighting = read(call, input);
    List<Fault> warnings = input.unknownMembers(MEMBERS);
    return FirstTouch.decide(pool, sighting, Patience.fromNow())
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
  private Sighting read(AppCall call, JsonInput input) {
    String app = input.text("app", SLUG_LENGTH);
    String domain = domains.read(input, DOMAIN);
    String code = input.text("mref", ReferralCode.MAX_LENGTH);
    Carrier carrier = carrier(input);
    input.check();
    return new Sighting(
        call.appId(),
        Optional.of(app),
        new Shop(call.workspaceId(), domain),
        asSent(input, code),
        carrier,
        Optional.empty(),
        Optional.empty());
  }

  /** The log shows the code as it was sent, blanks around it too. */
  private static String asSent(JsonInput input, String trimmed) {
    String sent = input.value("mref").textValue();
    return sent.length() > 2 * ReferralCode.MAX_LENGTH ? trimmed : sent;
  }

  private static Carrier carrier(JsonInput input) {
    JsonNode value = input.value("carrier");
    if (value.isMissingNode() || value.isNull()) {
      return Carrier.API;
    }
    Optional<Carrier> carrier = Carrier.ofCaller(value.asText());
    if (carrier.isEmpty()) {
      input.fault("carrier", "invalid_carrier", "must be api, script or code_entry");
    }
    return carrier.orElse(Carrier.API);
  }

  private static JsonAnswer answer(Decision decision, List<Fault> warnings) {
    if (decision.appMismatch()) {
      throw Failure.invalid(
          "/app", "app_mismatch", "app is not the slug of the app that this key belongs to");
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("attributed", decision.refusal().isEmpty());
    if (decision.refusal().isPresent()) {
      answer.put("reason", decision.refusal().get());
    } else {
      Map<String, Object> affiliate = new LinkedHashMap<>();
      affiliate.put("name", decision.affiliate().orElseThrow());
      affiliate.put("code", decision.code().orElseThrow());
      answer.put("affiliate", affiliate);
    }
    if (!warnings.isEmpty()) {
      answer.put("warnings", warnings);
    }
    return JsonAnswer.of(answer);
  }
}
