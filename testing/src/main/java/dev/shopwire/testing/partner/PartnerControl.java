package dev.shopwire.testing.partner;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The control interface of the emulator for people, by HTTP: {@code docs/partner-emulator.md}. */
final class PartnerControl {
  private static final int FIRST_NEW_SHOP = 900_000;

  private final PartnerEmulator emulator;
  private int newShops;

  PartnerControl(PartnerEmulator emulator) {
    this.emulator = emulator;
  }

  void receive(HttpServerRequest request) {
    request.bodyHandler(body -> serve(request, body));
  }

  private void serve(HttpServerRequest request, Buffer body) {
    try {
      JsonObject sent = body.length() == 0 ? new JsonObject() : body.toJsonObject();
      JsonObject response = serve(request.method().name() + " " + request.path(), sent);
      respond(request, response.isEmpty() ? 404 : 200, response);
    } catch (RuntimeException e) {
      respond(request, 422, new JsonObject().put("error", String.valueOf(e.getMessage())));
    }
  }

  private static void respond(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(Buffer.buffer(body.encodePrettily() + "\n"));
  }

  /** The response; empty for an unknown operation. */
  private JsonObject serve(String operation, JsonObject sent) {
    return switch (operation) {
      case "GET /control" -> state();
      case "PATCH /control" -> set(sent);
      case "POST /control/faults" -> fault(sent);
      case "DELETE /control/faults" -> {
        emulator.faults().clear();
        yield state();
      }
      case "POST /control/installs" -> install(sent.getInteger("count", 1));
      case "POST /control/hold" -> hold(sent.getDouble("share", 0.1));
      case "POST /control/release" -> {
        emulator.log().release();
        yield state();
      }
      case "POST /control/change" -> change(sent.getInteger("count", 1));
      case "POST /control/redact" -> {
        emulator.log().redact(sent.getInteger("shop"));
        yield state();
      }
      default -> new JsonObject();
    };
  }

  private JsonObject state() {
    PartnerEmulator.Settings settings = emulator.settings();
    return new JsonObject()
        .put("now", emulator.now().toString())
        .put("organization", settings.organization())
        .put("token", settings.token())
        .put("version", settings.version())
        .put("requestsPerSecond", settings.requestsPerSecond())
        .put("app", PartnerApp.ONE.id())
        .put("olderApp", PartnerApp.ONE.olderId())
        .put("events", emulator.log().size())
        .put("requests", emulator.requests().total())
        .put("outcomes", new JsonObject().mergeIn(outcomes()))
        .put("faults", Fault.apiNames());
  }

  private JsonObject outcomes() {
    JsonObject outcomes = new JsonObject();
    emulator.requests().byOutcome().forEach(outcomes::put);
    return outcomes;
  }

  private JsonObject set(JsonObject sent) {
    PartnerEmulator.Settings settings = emulator.settings();
    emulator.set(
        new PartnerEmulator.Settings(
            sent.getString("organization", settings.organization()),
            sent.getString("token", settings.token()),
            sent.getString("version", settings.version()),
            sent.getDouble("requestsPerSecond", settings.requestsPerSecond())));
    if (sent.containsKey("now")) {
      emulator.setClock(Instant.parse(sent.getString("now")));
    }
    return state();
  }

  private JsonObject fault(JsonObject sent) {
    Fault fault = Fault.of(sent.getString("fault", ""));
    if (sent.containsKey("share")) {
      emulator.faults().share(fault, sent.getDouble("share"));
    } else {
      emulator.faults().next(fault, sent.getInteger("times", 1));
    }
    return state();
  }

  /** New shops install the app now. */
  private JsonObject install(int count) {
    for (int i = 0; i < count; i++) {
      HistoryShop shop = new HistoryShop(FIRST_NEW_SHOP + ++newShops, false);
      emulator
          .log()
          .add(
              new HistoryEvent(
                  emulator.log().nextNumber(),
                  emulator.now(),
                  HistoryKind.INSTALLED,
                  shop,
                  null,
                  null,
                  null,
                  null,
                  null));
    }
    return state();
  }

  private JsonObject hold(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1");
    }
    long every = Math.round(1 / share);
    emulator.log().hold(event -> event.number() % every == 0);
    return state();
  }

  /** The last earnings become larger by one. */
  private JsonObject change(int count) {
    Set<Long> last =
        emulator.log().all().stream()
            .filter(event -> event.kind().isEarning())
            .sorted(HistoryEvent.ORDER.reversed())
            .limit(count)
            .map(HistoryEvent::number)
            .collect(Collectors.toSet());
    emulator
        .log()
        .change(
            event -> last.contains(event.number()),
            event -> event.withMoney(larger(event.money())));
    return state();
  }

  private static HistoryMoney larger(@Nullable HistoryMoney money) {
    if (money == null) {
      throw new IllegalArgumentException("No money");
    }
    return new HistoryMoney(
        money.gross().add(BigDecimal.ONE),
        money.fee(),
        money.net().add(BigDecimal.ONE),
        money.currency());
  }
}
