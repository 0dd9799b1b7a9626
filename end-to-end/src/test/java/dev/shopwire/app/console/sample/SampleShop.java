package dev.shopwire.app.console.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * A made-up shop.
 *
 * @param sinceDay the day of the year on which it installed the app
 * @param sessions how often its people use the app
 */
record SampleShop(int number, String name, String plan, int seats, int sinceDay, int sessions) {
  private static final List<String> FIRST =
      List.of(
          "Alpine",
          "Amber",
          "Birch",
          "Blue Door",
          "Cedar",
          "Copper",
          "Corner",
          "Dapper",
          "Ember",
          "Fable",
          "Fjord",
          "Golden",
          "Harbor",
          "Hazel",
          "Indigo",
          "Juniper",
          "Kestrel",
          "Linden",
          "Maple",
          "Northern",
          "Olive",
          "Pebble",
          "Quiet",
          "River",
          "Saffron",
          "Thistle",
          "Velvet",
          "Willow",
          "Zürich");
  private static final List<String> SECOND =
      List.of(
          "Bakery",
          "Books",
          "Candles",
          "Ceramics",
          "Coffee",
          "Cycles",
          "Fabrics",
          "Garden",
          "Goods",
          "Outfitters",
          "Pantry",
          "Records",
          "Roasters",
          "Tea",
          "Toys",
          "Vintage");
  private static final List<String> PLANS = List.of("free", "free", "starter", "starter", "pro");

  /** Shops that came over the year, more in its second half. */
  static List<SampleShop> of(int count, Random random) {
    List<SampleShop> shops = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name =
          FIRST.get(random.nextInt(FIRST.size())) + " " + SECOND.get(random.nextInt(SECOND.size()));
      int sinceDay = (int) (SampleEvents.DAYS * Math.sqrt(random.nextDouble()) * 0.98);
      int sessions = 4 + random.nextInt(random.nextInt(6) == 0 ? 40 : 12);
      String plan = PLANS.get(random.nextInt(PLANS.size()));
      shops.add(new SampleShop(i, name, plan, 1 + random.nextInt(40), sinceDay, sessions));
    }
    return shops;
  }

  /** Some only look around. */
  boolean createsReports() {
    return number % 5 != 4;
  }

  /** Some read their reports in the app. */
  boolean exportsReports() {
    return number % 7 != 6;
  }

  String domain() {
    String word = name.toLowerCase(Locale.ROOT).replace('ü', 'u').replaceAll("[^a-z]+", "-");
    return "%s-%d.myplatform.example".formatted(word, number);
  }

  String email() {
    return "owner@%s-%d.example".formatted(name.split(" ", 2)[1].toLowerCase(Locale.ROOT), number);
  }

  /** What its app says about it. */
  Map<String, Object> identity() {
    return Map.of(
        "myplatformDomain",
        domain(),
        "name",
        name,
        "email",
        email(),
        "customFields",
        Map.of(
            "plan",
            plan,
            "seats",
            seats,
            "trial",
            plan.equals("free"),
            "setup",
            Map.of("steps", List.of("import", "theme"), "done", number % 4 != 0)));
  }
}
