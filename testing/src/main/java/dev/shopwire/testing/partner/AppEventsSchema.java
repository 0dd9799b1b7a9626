package dev.shopwire.testing.partner;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The older dialect: events without ids, and transactions with ids. */
final class AppEventsSchema extends PartnerSchema {
  AppEventsSchema(PartnerApp app, EventLog log, Supplier<Instant> clock) {
    super("app-events.graphqls", app, log, clock, AppEventsSchema::wiring);
  }

  private static RuntimeWiring.Builder wiring(PartnerSchema schema) {
    AppEventsSchema events = (AppEventsSchema) schema;
    return RuntimeWiring.newRuntimeWiring()
        .type(
            "Query",
            type ->
                type.dataFetcher("app", events::app)
                    .dataFetcher("transactions", events::transactions))
        .type("App", type -> type.dataFetcher("events", events::events))
        .type("AppEvent", type -> type.typeResolver(BY_NAME))
        .type("AppTransaction", type -> type.typeResolver(BY_NAME))
        .type("Transaction", type -> type.typeResolver(BY_NAME));
  }

  private Map<String, Object> app(DataFetchingEnvironment request) {
    checkApp(app.olderId(), request.getArgument("id"));
    return appNode();
  }

  private Map<String, Object> appNode() {
    return Map.of("id", app.olderId(), "name", app.name(), "apiKey", "key-of-" + app.number());
  }

  private Map<String, Object> events(DataFetchingEnvironment request) {
    Predicate<HistoryEvent> filter =
        types(PartnerStream.APP_EVENTS, request.getArgument("types"))
            .and(ofShop(request.getArgument("shopId")))
            .and(ofCharge(request.getArgument("chargeId")));
    return page(
        PartnerWindow.unbounded(request, request.getArguments(), "occurredAt", now()),
        true,
        filter,
        this::event);
  }

  private static Predicate<HistoryEvent> ofCharge(@Nullable Object id) {
    return event -> id == null || id.equals(chargeId(event.charge()));
  }

  private Map<String, Object> transactions(DataFetchingEnvironment request) {
    checkApp(app.olderId(), request.getArgument("appId"));
    return page(
        PartnerWindow.unbounded(request, request.getArguments(), "createdAt", now()),
        true,
        types(PartnerStream.TRANSACTIONS, request.getArgument("types")),
        this::transaction);
  }

  private Map<String, Object> event(HistoryEvent event) {
    Map<String, Object> node =
        switch (event.kind()) {
          case INSTALLED -> node("RelationshipInstalled");
          case DEACTIVATED -> node("RelationshipDeactivated");
          case REACTIVATED -> node("RelationshipReactivated");
          case UNINSTALLED -> uninstalled(event);
          case CHARGED_ONCE -> charged(event, "OneTimeChargeEvent");
          case CHARGED_USAGE -> charged(event, "UsageChargeEvent");
          case CREDIT_APPLIED, CREDIT_FAILED, CREDIT_PENDING -> credited(event);
          default -> charged(event, "SubscriptionChargeEvent");
        };
    node.put("type", event.kind().name(PartnerStream.APP_EVENTS).orElseThrow());
    node.put("occurredAt", event.at().toString());
    node.put("app", appNode());
    node.put("shop", shop(event.shop()));
    return node;
  }

  private static Map<String, Object> uninstalled(HistoryEvent event) {
    Map<String, Object> node = node("RelationshipUninstalled");
    node.put("reason", event.reason());
    node.put("description", event.note());
    return node;
  }

  private static Map<String, Object> charged(HistoryEvent event, String type) {
    HistoryCharge charge = Objects.requireNonNull(event.charge());
    HistoryPlan plan = charge.plan();
    HistoryMoney money = event.money();
    LocalDate day = LocalDate.ofInstant(event.at(), ZoneOffset.UTC);
    Map<String, Object> node = node(type);
    node.put(
        "charge",
        Map.of(
            "id",
            charge.id(),
            "name",
            plan.handle(),
            "amount",
            money == null
                ? money(plan.price(), plan.currency())
                : money(money.gross(), money.currency()),
            "billingOn",
            day.plusDays(charge.trialDays()).toString(),
            "test",
            charge.test()));
    return node;
  }

  private static Map<String, Object> credited(HistoryEvent event) {
    HistoryMoney money = Objects.requireNonNull(event.money());
    Map<String, Object> node = node("CreditEvent");
    node.put("amount", money(money.gross(), money.currency()));
    node.put("name", "Credit");
    return node;
  }

  private Map<String, Object> transaction(HistoryEvent event) {
    HistoryMoney money = Objects.requireNonNull(event.money());
    Map<String, Object> node =
        node(
            switch (event.kind()) {
              case EARNED_RECURRING -> "AppSubscriptionSale";
              case EARNED_USAGE -> "AppUsageSale";
              case EARNED_ONCE -> "AppOneTimeSale";
              case REFUNDED -> "AppSaleAdjustment";
              case CREDITED -> "AppSaleCredit";
              case ADJUSTED -> "ServiceSaleAdjustment";
              case REFERRED -> "ReferralTransaction";
              default -> "TaxTransaction";
            });
    node.put("id", "gid://partners/Transaction/" + event.number());
    node.put("createdAt", event.at().toString());
    node.put("app", appNode());
    node.put("shop", shop(event.shop()));
    node.put("chargeId", chargeId(event.charge()));
    node.put("grossAmount", money(money.gross(), money.currency()));
    node.put("netAmount", money(money.net(), money.currency()));
    node.put("platformFee", money(money.fee(), money.currency()));
    if (event.kind() == HistoryKind.EARNED_RECURRING && event.charge() != null) {
      node.put("billingInterval", event.charge().plan().period());
    }
    return node;
  }
}
