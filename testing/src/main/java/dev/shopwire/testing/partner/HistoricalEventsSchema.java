package dev.shopwire.testing.partner;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The newer dialect: one stream of events with ids. */
final class HistoricalEventsSchema extends PartnerSchema {
  private static final PartnerStream STREAM = PartnerStream.EVENTS;

  HistoricalEventsSchema(PartnerApp app, EventLog log, Supplier<Instant> clock) {
    super("historical-events.graphqls", app, log, clock, HistoricalEventsSchema::wiring);
  }

  private static RuntimeWiring.Builder wiring(PartnerSchema schema) {
    HistoricalEventsSchema events = (HistoricalEventsSchema) schema;
    return RuntimeWiring.newRuntimeWiring()
        .type("Query", type -> type.dataFetcher("events", events::events))
        .type("Event", type -> type.typeResolver(BY_NAME));
  }

  private Map<String, Object> events(DataFetchingEnvironment request) {
    Map<String, Object> filter = map(request, "filter");
    checkApp(app.id(), filter.get("subjectId"));
    @SuppressWarnings("unchecked")
    List<String> types = (List<String>) filter.get("eventTypes");
    return page(
        PartnerWindow.bounded(request, filter, "occurredAt", now()),
        !"OCCURRED_AT_ASC".equals(request.getArgument("orderBy")),
        types(STREAM, types).and(ofShop(filter.get("shopId"))),
        this::event);
  }

  private Map<String, Object> event(HistoryEvent event) {
    String type = event.kind().name(STREAM).orElseThrow();
    Map<String, Object> node =
        switch (type.substring(0, type.indexOf('_'))) {
          case "RELATIONSHIP" -> relationship(event, type);
          case "SUBSCRIPTION" -> subscription(event, type);
          case "CHARGE" -> charge(event);
          case "EARNING" -> earning(event, type);
          default -> credit(event, type);
        };
    node.put("id", event.id());
    node.put("eventType", type);
    node.put("occurredAt", event.at().toString());
    node.put("shop", shop(event.shop()));
    node.put("subject", Map.of("id", app.id(), "name", app.name()));
    return node;
  }

  private static String afterFirstWord(String type) {
    return type.substring(type.indexOf('_') + 1);
  }

  private static Map<String, Object> relationship(HistoryEvent event, String type) {
    Map<String, Object> node = node("Relationship");
    node.put("state", afterFirstWord(type));
    node.put("reason", event.reason());
    node.put("reasonDescription", event.note());
    return node;
  }

  private static Map<String, Object> subscription(HistoryEvent event, String type) {
    HistoryCharge charge = Objects.requireNonNull(event.charge());
    Map<String, Object> node = node("SubscriptionStatus");
    node.put("state", afterFirstWord(type));
    node.put("cancelEffectiveOn", event.date() == null ? null : event.date().toString());
    node.put("test", charge.test());
    boolean begins = event.kind() == HistoryKind.ACTIVATED;
    node.put(
        "plan",
        Map.of(
            "handle",
            charge.plan().handle(),
            "billingPeriod",
            charge.plan().period(),
            "trialDays",
            charge.trialDays(),
            "trialDaysRemaining",
            begins ? charge.trialDays() : 0));
    return node;
  }

  private static Map<String, Object> charge(HistoryEvent event) {
    HistoryCharge charge = Objects.requireNonNull(event.charge());
    HistoryMoney money = Objects.requireNonNull(event.money());
    Map<String, Object> node = node("Charge");
    node.put("chargeId", chargeId(charge));
    node.put("chargeType", afterFirstWord(event.kind().name(STREAM).orElseThrow()));
    node.put("amount", money(money.gross(), money.currency()));
    node.put("planHandle", charge.plan().handle());
    node.put("test", charge.test());
    node.put("metadata", Map.of("legacyChargeId", Long.toString(charge.number())));
    if (event.kind() == HistoryKind.CHARGED_USAGE) {
      node.put("usageQuantity", "1");
      node.put("balanceUsed", money(money.gross(), money.currency()));
      node.put("cappedAmount", money(charge.plan().price(), money.currency()));
    }
    return node;
  }

  private Map<String, Object> earning(HistoryEvent event, String type) {
    HistoryMoney money = Objects.requireNonNull(event.money());
    LocalDate settled = event.date();
    Map<String, Object> node = node("Earning");
    node.put("chargeId", chargeId(event.charge()));
    node.put("earningType", afterFirstWord(type));
    node.put("grossAmount", money(money.gross(), money.currency()));
    node.put("netAmount", money(money.net(), money.currency()));
    node.put("fees", money(money.fee(), money.currency()));
    node.put("settlementDate", isReached(settled) ? String.valueOf(settled) : null);
    node.put("metadata", Map.of());
    return node;
  }

  private boolean isReached(@Nullable LocalDate date) {
    return date != null
        && !date.atStartOfDay()
            .toInstant(ZoneOffset.UTC)
            .isAfter(now().truncatedTo(ChronoUnit.DAYS));
  }

  private static Map<String, Object> credit(HistoryEvent event, String type) {
    HistoryMoney money = Objects.requireNonNull(event.money());
    Map<String, Object> node = node("Credit");
    node.put("money", money(money.gross(), money.currency()));
    node.put("status", afterFirstWord(type).toLowerCase(Locale.ROOT));
    return node;
  }
}
