package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.population.EventShape;
import java.time.LocalDate;
import java.util.List;

/** The reads of customer behavior: funnels, retention, sessions, pages. */
final class Behavior {
  private static final int FUNNEL_GOAL = 2_000;
  private static final int LIST_GOAL = 20;
  private static final int NO_GOAL = 0;

  private static final String ORDERED =
      """
      with first as (
        select customer_id, min(occurred_at) as at from usage_events
        where app_id = {app} and event_name = '{a}' and {days} group by customer_id
      ), second as (
        select f.customer_id, f.at as start, min(e.occurred_at) as at
        from first f join usage_events e on e.customer_id = f.customer_id
        where e.app_id = {app} and e.event_name = '{b}' and e.{days}
          and e.occurred_at > f.at and e.occurred_at < f.at + interval '7 days'
        group by f.customer_id, f.at
      ), third as (
        select s.customer_id, min(e.occurred_at) as at
        from second s join usage_events e on e.customer_id = s.customer_id
        where e.app_id = {app} and e.event_name = '{c}' and e.{days}
          and e.occurred_at > s.at and e.occurred_at < s.start + interval '7 days'
        group by s.customer_id
      )
      select (select count(*) from first), (select count(*) from second),
        (select count(*) from third)
      """;
  private static final String ANY =
      """
      select count(*), count(*) filter (where names >= 2), count(*) filter (where names = 3)
      from (
        select customer_id, count(distinct event_name) as names from usage_events
        where app_id = {app} and event_name in ('{a}', '{b}', '{c}') and {days}
        group by customer_id
      ) shops
      """;
  private static final String RETENTION =
      """
      with cohorts as (
        select customer_id, date_trunc('week', min(occurred_at)) as week from usage_events
        where app_id = {app} and event_name = '{b}' group by customer_id
      ), weeks as (
        select distinct customer_id, date_trunc('week', occurred_at) as week from usage_events
        where app_id = {app} and event_name = '{b}' and {weeks}
      )
      select c.week, w.week, count(*) from cohorts c join weeks w using (customer_id)
      group by 1, 2 order by 1, 2
      """;
  private static final String PAGES =
      """
      select path, count(*), count(distinct customer_id) from usage_events
      where app_id = {app} and event_name = 'page_view' and {days}
      group by path order by 2 desc, 1 limit 50
      """;

  // The rule of sessions: each key is one session; without a key, a gap of 30 minutes ends it.
  private static final String SESSIONS =
      """
      with views as (
        select customer_id, session_key, occurred_at, event_key,
          occurred_at - lag(occurred_at) over by_shop as gap
        from usage_events where app_id = {app} and event_name = 'page_view' and {days}
        window by_shop as (partition by customer_id, session_key order by occurred_at, event_key)
      ), numbered as (
        select *, count(*) filter (where gap is null
            or session_key is null and gap > interval '30 min')
          over (partition by customer_id, session_key order by occurred_at, event_key) as nth
        from views
      ), sessions as (
        select min(occurred_at) as start, max(occurred_at) - min(occurred_at) as took,
          count(*) as pages
        from numbered group by customer_id, session_key, nth
      )
      """;
  private static final String SUMMARY =
      SESSIONS
          + """
          select date_trunc('day', start), count(*), avg(took),
            percentile_cont(0.5) within group (order by took), avg(pages),
            count(*) filter (where pages = 1) from sessions group by rollup (1) order by 1
          """;
  private static final String NEWEST =
      SESSIONS + "select * from sessions order by start desc limit 50";

  private final String path;
  private final long app;
  private final Days days;
  private final Days weeks;

  Behavior(long app, LocalDate last) {
    this.path = "/console/api/apps/" + app;
    this.app = app;
    this.days = Days.thirty(last);
    this.weeks = Days.twelveWeeks(last);
  }

  List<Read> all() {
    return List.of(
        funnel("ordered", ORDERED, EventShape.VIEWED),
        funnel("any", ANY, EventShape.VIEWED),
        funnel("ordered", ORDERED, EventShape.PAGE_VIEW),
        Read.ofConsole(
            "12 weeks: retention of one event",
            path + "/retention?eventName=" + EventShape.EXPORTED + "&" + weeks.parameters(),
            sql(RETENTION, ""),
            NO_GOAL),
        read("30 days: page views", "/page-views?take=50&", PAGES, NO_GOAL),
        read("30 days: summary of sessions", "/sessions/summary?", SUMMARY, NO_GOAL),
        read("list: sessions of 30 days, first page", "/sessions?take=50&", NEWEST, LIST_GOAL));
  }

  /** A funnel of three steps; the second and third are always the same. */
  private Read funnel(String order, String sql, String first) {
    String steps = String.join(",", first, EventShape.EXPORTED, EventShape.SENT);
    return Read.ofConsole(
        "30 days: funnel from " + first + ", " + order,
        path + "/funnels?steps=" + steps + "&window=7d&order=" + order + "&" + days.parameters(),
        sql(sql, first),
        FUNNEL_GOAL);
  }

  private Read read(String title, String call, String sql, int goal) {
    return Read.ofConsole(title, path + call + days.parameters(), sql(sql, ""), goal);
  }

  private String sql(String sql, String first) {
    return sql.replace("{app}", Long.toString(app))
        .replace("{a}", first)
        .replace("{b}", EventShape.EXPORTED)
        .replace("{c}", EventShape.SENT)
        .replace("{weeks}", weeks.condition())
        .replace("e.{days}", days.condition().replace("occurred_at", "e.occurred_at"))
        .replace("{days}", days.condition());
  }
}
