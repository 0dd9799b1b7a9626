package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.dryruns.DryRun.Counts;
import dev.shopwire.automation.dryruns.RecordedEvents.Recorded;
import dev.shopwire.automation.dryruns.VirtualCustomer.Asked;
import dev.shopwire.automation.flows.FollowedReads;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.sql.Read;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One transaction of a dry run: lists its customers, or lets the next ones enter and their runs go
 * on, and writes what came of it together with how far it came. For one attempt; not thread-safe.
 */
final class Portion {
  /** Of the statement that finds the customers, which may read a million events. */
  private static final String LONGER = "set local statement_timeout = '30s'";

  private static final String SETTING =
      """
      select clock_timestamp() as now,
        array(select id from tenancy_apps where workspace_id = $1 order by id) as apps
      """;

  private final Vertx vertx;
  private final SqlConnection connection;
  private final DryRun dryRun;
  private final FlowDefinition flow;
  private final Plan plan;
  private final EventWindow window;
  private final Instant now;
  private final Set<String> read;

  /**
   * @param read the names of events that conditions read
   */
  private Portion(
      Vertx vertx,
      SqlConnection connection,
      DryRun dryRun,
      List<Long> apps,
      Instant now,
      Set<String> read) {
    this.vertx = vertx;
    this.connection = connection;
    this.dryRun = dryRun;
    this.flow = dryRun.flow();
    this.plan = new Plan(flow);
    this.window = new EventWindow(dryRun, apps);
    this.now = now;
    this.read = Set.copyOf(read);
  }

  /** Does the next portion; returns whether more is left to do now. */
  static Future<Boolean> run(Vertx vertx, SqlConnection connection, DryRunKey key) {
    return DryRunTable.claim(connection, key)
        .compose(
            claimed ->
                claimed
                    .map(
                        dryRun ->
                            connection
                                .preparedQuery(SETTING)
                                .execute(Tuple.of(key.workspaceId()))
                                .map(rows -> rows.iterator().next())
                                .compose(row -> begin(vertx, connection, dryRun, row))
                                .compose(Portion::run))
                    .orElseGet(() -> Future.succeededFuture(false)));
  }

  private static Future<Portion> begin(
      Vertx vertx, SqlConnection connection, DryRun dryRun, Row row) {
    return FollowedReads.of(connection, dryRun.key().workspaceId(), new Plan(dryRun.flow()))
        .map(
            reads ->
                new Portion(
                    vertx,
                    connection,
                    dryRun,
                    List.of(row.getArrayOfLongs("apps")),
                    row.getOffsetDateTime("now").toInstant(),
                    reads.stream()
                        .flatMap(each -> Read.eventName(each).stream())
                        .collect(Collectors.toSet())));
  }

  private Future<Boolean> run() {
    if (dryRun.madeUpCause().isPresent()) {
      return tryCause();
    }
    CauseSource source = CauseSources.of(flow);
    return dryRun.isPrepared() ? next(source) : prepare(source);
  }

  private Future<Boolean> tryCause() {
    long customer = dryRun.customerId() == null ? 0 : dryRun.customerId();
    List<VirtualCause> causes =
        MadeUpCause.of(
            flow.trigger(), dryRun.madeUpCause().orElseThrow(), dryRun.from(), window.apps());
    return tryAll(List.of(customer(customer, Optional.empty(), causes, VirtualEvents.NONE)))
        .compose(done -> DryRunTable.finish(connection, dryRun.key()))
        .map(false);
  }

  private Future<Boolean> prepare(CauseSource source) {
    SqlParameters parameters = new SqlParameters();
    String customers = source.customers(window, names(), parameters);
    return connection
        .query(LONGER)
        .execute()
        .compose(
            set ->
                DryRunCustomers.add(connection, dryRun.key(), customers, parameters, maxEvents()))
        .compose(leftOut -> DryRunTable.prepared(connection, dryRun.key(), leftOut))
        .map(true);
  }

  private Future<Boolean> next(CauseSource source) {
    return DryRunCustomers.next(connection, dryRun.key(), dryRun.after(), maxEvents())
        .compose(customers -> customers.isEmpty() ? finish() : load(source, customers).map(true));
  }

  private Future<Boolean> finish() {
    return DryRunCustomers.delete(connection, dryRun.key())
        .compose(
            isMore ->
                isMore
                    ? Future.succeededFuture(true)
                    : DryRunTable.finish(connection, dryRun.key()).map(false));
  }

  private Future<Void> load(CauseSource source, List<Long> ids) {
    Set<String> names = new HashSet<>(names());
    names.addAll(source.names());
    return RecordedEvents.read(connection, window, names, ids)
        .compose(
            events ->
                source
                    .causes(connection, window, ids, events)
                    .compose(causes -> tryAll(customers(source, ids, causes, events))));
  }

  private int maxEvents() {
    return read.isEmpty() ? DryRunCustomers.MAX_EVENTS : DryRunCustomers.MAX_EVENTS_OF_CONDITIONS;
  }

  /** The names of events that matter to runs. */
  private Set<String> names() {
    Set<String> names = new HashSet<>(plan.listened());
    names.addAll(read);
    return names;
  }

  private List<VirtualCustomer> customers(
      CauseSource source,
      List<Long> ids,
      Map<Long, List<VirtualCause>> causes,
      Map<Long, List<Recorded>> events) {
    Set<String> names = names();
    List<VirtualCustomer> customers = new ArrayList<>();
    for (long id : ids) {
      List<VirtualEvent> heard =
          events.getOrDefault(id, List.of()).stream()
              .filter(event -> names.contains(event.name()))
              .map(Recorded::event)
              .toList();
      customers.add(
          customer(
              id,
              source.audience(),
              causes.getOrDefault(id, List.of()),
              new VirtualEvents(heard, read)));
    }
    return customers;
  }

  private VirtualCustomer customer(
      long id, Optional<Condition> audience, List<VirtualCause> causes, VirtualEvents events) {
    return new VirtualCustomer(id, plan, audience, causes, events, dryRun.end());
  }

  private Future<Void> tryAll(List<VirtualCustomer> customers) {
    List<Long> ids = customers.stream().map(VirtualCustomer::id).toList();
    VirtualFacts facts =
        new VirtualFacts(
            connection,
            dryRun.key().workspaceId(),
            now,
            window.apps(),
            flow.timezone().fallback(),
            dryRun.hasOccurredClock());
    return VirtualEffects.read(
            connection, dryRun.key().workspaceId(), flow.allSteps().toList(), ids)
        .compose(
            effects ->
                advance(customers, facts, effects).compose(done -> write(customers, effects)));
  }

  /** Each time, all customers go as far as they can; then what they ask is answered for all. */
  private Future<Void> advance(
      List<VirtualCustomer> customers, VirtualFacts facts, VirtualEffects effects) {
    return vertx
        .executeBlocking(() -> asks(customers, facts, effects), false)
        .compose(
            asked ->
                asked.isEmpty()
                    ? Future.succeededFuture()
                    : facts.answer(asked).compose(answered -> advance(customers, facts, effects)));
  }

  private static List<Asked> asks(
      List<VirtualCustomer> customers, VirtualFacts facts, VirtualEffects effects) {
    List<Asked> asked = new ArrayList<>();
    for (VirtualCustomer customer : customers) {
      long id = customer.id();
      customer.advance(time -> facts.at(id, time), (run, acts) -> effects.of(id, run, acts.step()));
      asked.addAll(customer.asks());
    }
    return asked;
  }

  private Future<Void> write(List<VirtualCustomer> customers, VirtualEffects effects) {
    List<DryRunRuns.OfCustomer> runs =
        customers.stream()
            .flatMap(
                customer ->
                    customer.runs().stream()
                        .map(run -> new DryRunRuns.OfCustomer(customer.id(), run)))
            .toList();
    long causes = customers.stream().mapToLong(VirtualCustomer::causes).sum();
    return DryRunRuns.add(connection, dryRun.key(), runs)
        .compose(
            added ->
                DryRunTable.goOn(
                    connection,
                    dryRun.key(),
                    customers.get(customers.size() - 1).id(),
                    new Counts(causes, runs.size(), effects.mails(), effects.webhooks(), 0)));
  }
}
