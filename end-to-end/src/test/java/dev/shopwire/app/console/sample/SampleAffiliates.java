package dev.shopwire.app.console.sample;

import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Affiliates of a sample, the shops that came by their codes, and credits that were disputed. */
record SampleAffiliates(Sample sample, Tenants.App app, String slug) {
  private static final List<String> NAMES =
      List.of(
          "Jane Okafor",
          "Shop Stories podcast",
          "Merchant Weekly",
          "Studio Halde",
          "Tomas Ferreira",
          "The Stockroom");

  void create(List<SampleShop> shops) {
    for (int i = 0; i < NAMES.size(); i++) {
      sample
          .api()
          .post(
              sample.path("/affiliates"),
              Map.of(
                  "name",
                  NAMES.get(i),
                  "email",
                  "partner-%d@partners.example".formatted(i),
                  "codes",
                  List.of(code(i), Map.of("code", code(i) + "-SPRING"))));
    }
    String expiring = affiliate(3) + "/codes/" + code(3) + "-SPRING";
    sample.api().patch("/affiliates/" + expiring, Map.of("expiresAt", "2025-04-01T00:00:00Z"));
    sample.api().patch("/affiliates/" + affiliate(5), Map.of("status", "inactive"));
    sample
        .api()
        .put(
            "/apps/" + app.appId() + "/excluded-shops",
            Map.of("shops", List.of("our-own-test-shop.myplatform.example")));
    shops.stream().filter(shop -> shop.number() % 3 != 2).forEach(this::refer);
    correct(shops);
  }

  private static String code(int affiliate) {
    return NAMES.get(affiliate).split(" ", 2)[0].toUpperCase(Locale.ROOT) + "10";
  }

  private String affiliate(int number) {
    return sample
        .api()
        .get(sample.path("/affiliates"))
        .path("affiliates")
        .path(number)
        .path("id")
        .asText();
  }

  /** Some with a code that no affiliate has, is expired, or of one who no longer takes part. */
  private void refer(SampleShop shop) {
    int affiliate = shop.number() % NAMES.size();
    String code = shop.number() % 11 == 0 ? "SUMMER" : code(affiliate);
    send(shop, affiliate == 3 && shop.number() % 2 == 1 ? code + "-SPRING" : code, "script");
    if (shop.number() % 6 == 0) {
      send(shop, code(1), "code_entry");
    }
  }

  private void send(SampleShop shop, String code, String carrier) {
    SampleApi.send(
        app,
        "/v1/attribution",
        Map.of("app", slug, "myplatformDomain", shop.domain(), "mref", code, "carrier", carrier));
  }

  private void correct(List<SampleShop> shops) {
    String winner = affiliate(1);
    for (SampleShop shop : shops.subList(0, 3)) {
      sample
          .api()
          .post(
              "/apps/%s/attributions/%s/correction"
                  .formatted(app.appId(), SampleApi.customerId(app, shop.domain())),
              Map.of(
                  "affiliateId",
                  winner,
                  "reason",
                  "The owner heard of the app in the podcast, as both affiliates confirm."));
    }
  }
}
