package dev.shopwire.webhook.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.signing.Explanation;
import dev.shopwire.webhook.signing.Message;
import dev.shopwire.webhook.signing.MessageBody;
import dev.shopwire.webhook.signing.Signatures;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows the console exactly what is signed, for receivers whose verification fails. Not
 * thread-safe; use from one event loop.
 */
public final class SignatureHandlers {
  /** The year 9999. */
  private static final long MAX_SECONDS = 253_402_300_799L;

  private final Pool pool;
  private final SigningSecrets secrets;
  private final Signatures signatures;

  public SignatureHandlers(Pool pool, SigningSecrets secrets, Signatures signatures) {
    this.pool = pool;
    this.secrets = secrets;
    this.signatures = signatures;
  }

  /** For the second in the request body, else that of the last attempt, else the current one. */
  public Future<JsonResponse> explain(AdminItemRequest request) {
    DeliveryId id = DeliveryId.of(request.id());
    Optional<Long> second = second(request.body());
    return LoggedDelivery.require(pool, id)
        .compose(
            logged ->
                validSecrets(logged.endpoint())
                    .map(
                        keys ->
                            respond(
                                logged,
                                second.orElseGet(() -> lastSecond(logged.delivery())),
                                keys)));
  }

  private static Optional<Long> second(String body) {
    if (body.isBlank()) {
      return Optional.empty();
    }
    JsonInput input = JsonInput.strict(body);
    JsonNode value = input.value("timestamp");
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > MAX_SECONDS) {
      input.addError("timestamp", "invalid_timestamp", "must be Unix time in whole seconds");
    }
    input.throwIfInvalid();
    return Optional.of(value.longValue());
  }

  private static long lastSecond(Delivery delivery) {
    List<Map<String, @Nullable Object>> attempts = delivery.history().last();
    return attempts.isEmpty()
        ? Instant.now().getEpochSecond()
        : Instant.parse(String.valueOf(attempts.get(attempts.size() - 1).get("at")))
            .getEpochSecond();
  }

  private Future<List<SigningSecret>> validSecrets(SubscribedEndpoint endpoint) {
    return secrets
        .load(pool, List.of(endpoint.id()))
        .map(
            loaded -> {
              List<SigningSecret> valid = loaded.getOrDefault(endpoint.id(), List.of());
              if (valid.isEmpty()) {
                throw Failure.of(
                    Code.CONFLICT,
                    "no_secret",
                    "The endpoint's signing secret cannot be decrypted; rotate it");
              }
              return valid;
            });
  }

  private JsonResponse respond(LoggedDelivery logged, long second, List<SigningSecret> keys) {
    Message message = logged.message();
    Explanation explanation =
        signatures.explain(
            message, MessageBody.of(message), second, keys, logged.delivery().sequence());
    Map<String, String> signed = new LinkedHashMap<>();
    signed.put("standard", explanation.standardContent());
    signed.put("vendor", explanation.vendorContent());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("webhookId", explanation.webhookId());
    json.put("timestamp", explanation.timestamp());
    json.put("body", explanation.body());
    json.put("signedContent", signed);
    json.put("headers", explanation.headers());
    return JsonResponse.of(Map.<String, @Nullable Object>of("signature", json));
  }
}
