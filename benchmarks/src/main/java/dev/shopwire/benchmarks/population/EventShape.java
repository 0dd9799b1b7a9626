package dev.shopwire.benchmarks.population;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the statement that generates events: the same each time, from hashes of their numbers. A
 * visit is eight events of one shop about 100 s apart, and many visits overlap. Few shops have many
 * events, one by far the most; afternoons (UTC) have more than nights.
 */
public final class EventShape {
  public static final String PAGE_VIEW = "page_view";
  public static final String VIEWED = "report_viewed";
  public static final String EXPORTED = "report_exported";
  public static final String SENT = "invoice_sent";

  private static final int VISIT_EVENTS = 8;
  private static final double STEP_SECONDS = 100;
  private static final double DAY_SECONDS = 86_400;

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
  // half the visits have a session key, and 3 % of the events arrive late. The sine is less steep
  // than the time, so that events arrive in the order of their numbers.
  private static final String INSERT =
      """
      insert into {table} (app_id, customer_id, occurred_at, received_at, event_key,
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
        {group} + i / {groupSize}
      from (
        select i, visit, shop, one, two,
          {key} as event_key,
          (array[{names}])[1 + width_bucket(kind, array[{shares}]::float8[])] as event_name,
          even + interval '3 hours' * sin(2 * pi() * extract(epoch from even - {until}) / {day})
            as received_at,
          case when late < 0.97 then late * interval '4 s' when late < 0.99
            then one * interval '2 h' else one * interval '3 days' end as lateness,
          abs(hashint8extended(shop, 7)) as shop_hash
        from (
          select i, visit,
            case when one_of_all < {busiest} then 0
              else 1 + floor(({customers} - 1)
                * power((one_of_all - {busiest}) / (1 - {busiest}), 3))::int end as shop,
            {from} + ({until} - {from}) * (i::float8 / {events}) as even,
            {kind} as kind, {late} as late, {one} as one, {two} as two
          from (
            select i, visit, {visit} as one_of_all
            from (
              select i, i / ({open} * {steps}) * {open} + i % {open} as visit
              from generate_series({first}::bigint, {last}) i offset 0
            ) numbered offset 0
          ) visited offset 0
        ) hashed offset 0
      ) made
      """;

  /** An expression for the key of event {@code i}. */
  static final String KEY = "md5('event ' || i)::uuid";

  private EventShape() {}

  public static String domain(long shop) {
    return "shop-" + shop + ".platform.example";
  }

  /**
   * The statement that stores events {@code first} to {@code last} in {@code table}.
   *
   * @param group the group of the first events of all
   * @param groupSize how many events form a group
   */
  static String insert(
      Scope scope, String table, long group, long groupSize, long first, long last) {
    long events = scope.amounts().events();
    double seconds = scope.amounts().days() * DAY_SECONDS;
    long open = Math.max(1, Math.round(STEP_SECONDS * events / seconds));
    String statement =
        INSERT
            .replace("{key}", KEY)
            .replace("{names}", names())
            .replace("{shares}", shares())
            .replace("{visit}", hash("visit", 1))
            .replace("{kind}", hash("i", 2))
            .replace("{late}", hash("i", 3))
            .replace("{one}", hash("i", 4))
            .replace("{two}", hash("i", 5));
    return scope.fill(
        statement,
        Map.of(
            "table", table,
            "group", group,
            "groupSize", groupSize,
            "open", open,
            "steps", VISIT_EVENTS,
            "busiest", scope.amounts().busiestShare(),
            "events", events,
            "day", DAY_SECONDS,
            "first", first,
            "last", last));
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
  static String hash(String of, int seed) {
    String hash = "(hashint8extended(%s, %d) & 2147483647) / 2147483648.0::float8";
    return hash.formatted(of, seed);
  }
}
