package dev.shopwire.benchmarks.reads;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Generates the events of the population: the same each time, from hashes of their numbers. A visit
 * is eight events of one shop about 100 s apart, and many visits overlap. One shop in a hundred has
 * a fifth of all events together.
 */
final class Shape {
  static final int SHOPS = 20_000;
  static final String PAGE_VIEW = "page_view";
  static final String VIEWED = "report_viewed";
  static final String EXPORTED = "report_exported";
  static final String SENT = "invoice_sent";

  private static final int VISIT_EVENTS = 8;
  private static final double STEP_SECONDS = 100;
  private static final double YEAR_SECONDS = 365 * 86_400.0;

  /** An event name with its share in percent. */
  private record Kind(String name, int share) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(PAGE_VIEW, 40),
          new Kind(VIEWED, 15),
          new Kind(EXPORTED, 12),
          new Kind("product_synced", 10),
          new Kind("order_imported", 8),
          new Kind(SENT, 5),
          new Kind("email_opened", 4),
          new Kind("settings_changed", 3),
          new Kind("user_invited", 2),
          new Kind("plan_upgraded", 1));

  // "offset 0" keeps a hash from being computed at each use. Plan and country depend on the shop;
  // half the visits have a session key, and 3 % of the events arrive late.
  private static final String CHUNK =
      """
      with made as (
        select i, visit, shop,
          md5('event ' || i)::uuid as event_key,
          (array[{names}])[1 + width_bucket(kind, array[{shares}]::float8[])] as event_name,
          from_at + (until_at - from_at) * (i::float8 / {events}) as received_at,
          case when late < 0.97 then late * interval '4 s' when late < 0.99
            then one * interval '2 h' else one * interval '3 days' end as lateness,
          one, two, abs(hashint8extended(shop, 7)) as shop_hash
        from (
          select i, visit, floor({shops} * power({visit}, 3))::int as shop,
            {kind} as kind, {late} as late, {one} as one, {two} as two
          from (
            select i, i / ({open} * {steps}) * {open} + i % {open} as visit
            from generate_series({first}::bigint, {last}) i offset 0
          ) numbered offset 0
        ) hashed cross join (
          select from_at, until_at from benchmark_population
        ) population
      ), known as (
        insert into usage_event_ids (app_id, event_key)
        select {app}, event_key from made order by event_key
      ), filled as (
        update benchmark_population set filled = {last} + 1
      )
      insert into usage_events (app_id, customer_id, occurred_at, received_at, event_key,
        event_name, path, session_key, properties, group_id)
      select {app}, {customer} + shop, received_at - lateness, received_at, event_key, event_name,
        case event_name when 'page_view' then '/pages/' || floor(2000 * one * one)::int end,
        case when event_name = 'page_view' and visit % 2 = 0 then 'visit-' || visit end,
        case when event_name <> 'page_view' then format(
          '{"plan":"%s","country":"%s","format":"format-%s","rows":%s,"amount":%s,"document":"%s"}',
          (array['free','basic','pro','business','enterprise'])[1 + shop_hash % 5],
          'country-' || shop_hash / 5 % 40, floor(12 * two * two)::int,
          floor(10000 * power(one, 4))::int, round((500 * two)::numeric, 2), md5(i::text))::jsonb
        end,
        (select nextval('usage_event_groups'))
      from made
      """;

  private Shape() {}

  static String domain(int shop) {
    return "shop-" + shop + ".platform.example";
  }

  /**
   * The statement that stores events {@code first} to {@code last} as one group.
   *
   * @param customer the id of shop 0; the others follow
   */
  static String chunk(long app, long customer, long events, long first, long last) {
    long open = Math.max(1, Math.round(STEP_SECONDS * events / YEAR_SECONDS));
    return CHUNK
        .replace("{names}", names())
        .replace("{shares}", shares())
        .replace("{visit}", hash("visit", 1))
        .replace("{kind}", hash("i", 2))
        .replace("{late}", hash("i", 3))
        .replace("{one}", hash("i", 4))
        .replace("{two}", hash("i", 5))
        .replace("{open}", Long.toString(open))
        .replace("{steps}", Integer.toString(VISIT_EVENTS))
        .replace("{shops}", Integer.toString(SHOPS))
        .replace("{app}", Long.toString(app))
        .replace("{customer}", Long.toString(customer))
        .replace("{events}", Long.toString(events))
        .replace("{first}", Long.toString(first))
        .replace("{last}", Long.toString(last));
  }

  private static String names() {
    return KINDS.stream().map(kind -> "'" + kind.name() + "'").collect(Collectors.joining(","));
  }

  /** The cumulative shares at which the next name starts, from 0 to 1. */
  private static String shares() {
    StringBuilder shares = new StringBuilder();
    int sum = 0;
    for (Kind kind : KINDS.subList(0, KINDS.size() - 1)) {
      sum += kind.share();
      shares.append(shares.isEmpty() ? "" : ",").append(String.format(Locale.ROOT, "0.%02d", sum));
    }
    return shares.toString();
  }

  /** An expression for a hash scaled to 0..1. */
  private static String hash(String of, int seed) {
    String hash = "(hashint8extended(%s, %d) & 2147483647) / 2147483648.0::float8";
    return hash.formatted(of, seed);
  }
}
