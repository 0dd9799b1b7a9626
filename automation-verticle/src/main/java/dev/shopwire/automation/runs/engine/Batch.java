package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.causes.Causes;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.automation.runs.engine.CustomerFacts.Asked;
import dev.shopwire.automation.runs.engine.Entries.EntryKey;
import dev.shopwire.automation.runs.engine.FlowStates.State;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One transaction that works on some customers of a workspace: which runs start and continue, what
 * their steps do. All runs advance together, so that a statement does for all of them what each
 * needs. For one attempt; not thread-safe.
 */
final class Batch {
  private final SqlConnection connection;
  private final Plans plans;
  private final long workspaceId;
  private final StepActions actions;
  private final FlowCounts counts = new FlowCounts();
  private final List<CustomerWork> customers = new ArrayList<>();
  private List<Long> claimed = List.of();
  private int asked;

  /**
   * @param connection with a transaction that has had no statement yet
   * @param fallbackSender of mails for which neither their step nor the settings name one
   */
  Batch(SqlConnection connection, Plans plans, long workspaceId, long fallbackSender) {
    this.connection = connection;
    this.plans = plans;
    this.workspaceId = workspaceId;
    this.actions = new StepActions(connection, workspaceId, fallbackSender);
  }

  /**
   * What a transaction did.
   *
   * @param customers how many it worked on
   * @param asked how many changes of customers were asked for
   * @param entries how many runs it started
   * @param lags how late the runs were that were due
   * @param failures of runs that will be tried again, or are given up
   */
  record Result(
      int customers,
      int mails,
      long deliveries,
      int asked,
      int entries,
      List<StepOutcomes> steps,
      List<Duration> lags,
      List<RuntimeException> failures) {
    static final Result NOTHING = new Result(0, 0, 0, 0, 0, List.of(), List.of(), List.of());
  }

  /** The customers that it has claimed so far. */
  List<Long> claimed() {
    return claimed;
  }

  /**
   * Works on the first customers that something is due of.
   *
   * @param horizon all events received before it are visible
   * @param limit how many customers
   */
  Future<Result> run(Instant horizon, int limit) {
    return Claim.take(connection, workspaceId, horizon, limit)
        .compose(
            claim -> claim.map(this::work).orElseGet(() -> Future.succeededFuture(Result.NOTHING)));
  }

  private Future<Result> work(Claim claim) {
    claimed = claim.customers();
    return Causes.of(connection, workspaceId, claimed, claim.floor())
        .compose(causes -> load(claim, causes));
  }

  private Future<Result> load(Claim claim, List<Cause> causes) {
    Map<Long, List<Cause>> byCustomer =
        causes.stream().collect(Collectors.groupingBy(Cause::customerId));
    Set<Long> flows =
        causes.stream()
            .flatMap(cause -> cause.starts().stream())
            .map(VersionKey::flowId)
            .collect(Collectors.toSet());
    Function<Long, Collection<Long>> listeners =
        customer ->
            byCustomer.getOrDefault(customer, List.of()).stream()
                .filter(Cause::fits)
                .flatMap(cause -> cause.listeners().stream())
                .collect(Collectors.toSet());
    return FlowStates.lock(connection, workspaceId, flows, claimed)
        .compose(
            states ->
                FlowRuns.of(connection, workspaceId, claimed, listeners, claim.floor())
                    .compose(runs -> prepare(claim, states, byCustomer, runs)));
  }

  private Future<Result> prepare(
      Claim claim, Map<Long, State> states, Map<Long, List<Cause>> causes, List<RunRecord> runs) {
    Set<VersionKey> versions = new HashSet<>();
    causes.values().forEach(all -> all.forEach(cause -> versions.addAll(cause.starts())));
    runs.forEach(run -> versions.add(run.version()));
    List<Long> holding =
        runs.stream()
            .filter(run -> run.holdsEvents() && !isPaused(states, run))
            .map(RunRecord::id)
            .toList();
    Future<Map<VersionKey, Plan>> found = plans.load(connection, workspaceId, versions);
    Future<Map<Long, StepRequests.Request>> requests =
        StepRequests.of(connection, workspaceId, runs.stream().map(RunRecord::id).toList());
    Future<Map<Long, List<HeldEvents.KeyedEvent>>> held =
        HeldEvents.of(connection, workspaceId, holding);
    return Transactions.join(List.of(found, requests, held))
        .compose(read -> EventsAhead.read(connection, claim, exitNames(found.result().values())))
        .compose(
            ahead -> {
              Known known = new Known(found.result(), states, requests.result(), claim.now());
              begin(claim, causes, runs, ahead);
              customers.forEach(each -> each.begin(known, held.result()));
              return decideAndGo(claim, known);
            });
  }

  private static boolean isPaused(Map<Long, State> states, RunRecord run) {
    State state = states.get(run.version().flowId());
    return state != null && state.isPaused();
  }

  private static Set<String> exitNames(Collection<Plan> plans) {
    return plans.stream().flatMap(plan -> plan.exitNames().stream()).collect(Collectors.toSet());
  }

  private void begin(
      Claim claim,
      Map<Long, List<Cause>> causes,
      List<RunRecord> runs,
      Map<Long, List<RunEvent>> ahead) {
    Map<Long, List<RunRecord>> byCustomer =
        runs.stream().collect(Collectors.groupingBy(RunRecord::customerId));
    for (long customer : claimed) {
      customers.add(
          new CustomerWork(
              customer,
              causes.getOrDefault(customer, List.of()),
              byCustomer.getOrDefault(customer, List.of()),
              ahead.getOrDefault(customer, List.of()),
              claim.floor()));
    }
  }

  private Future<Result> decideAndGo(Claim claim, Known known) {
    List<Entrance> entrances =
        customers.stream().flatMap(each -> each.entrances().stream()).toList();
    int fresh = (int) entrances.stream().filter(each -> each.pending() == null).count();
    CustomerFacts facts = new CustomerFacts(connection, claim);
    Future<Map<EntryKey, Instant>> entries =
        Entries.find(
            connection,
            workspaceId,
            entrances.stream().flatMap(each -> each.entryKeys().stream()).toList());
    Future<List<Long>> ids = FlowRuns.ids(connection, fresh);
    Future<Void> answered = facts.answer(conditions());
    return Transactions.join(List.of(entries, ids, answered))
        .compose(
            ready -> {
              Iterator<Long> next = ids.result().iterator();
              customers.forEach(each -> each.decide(known, entries.result(), next::next, counts));
              return advance(facts);
            })
        .compose(done -> new NextLooks(connection, claim).plan(customers))
        .compose(done -> write())
        .map(written -> result(claim));
  }

  private List<Asked> conditions() {
    List<Asked> asked = new ArrayList<>();
    for (CustomerWork customer : customers) {
      for (Entrance entrance : customer.unanswered()) {
        asked.add(
            new Asked(
                customer.customerId(),
                new Question.Holds(entrance.unanswered().orElseThrow()),
                entrance.plan().definition().timezone().fallback(),
                entrance.answers(),
                // Without an answer the condition does not hold.
                error -> entrance.answers().put(entrance.unanswered().orElseThrow(), false)));
      }
    }
    return asked;
  }

  private Stream<RunWork> runs() {
    return customers.stream().flatMap(customer -> customer.runs().stream());
  }

  /** Each time, all runs go as far as they can; then what they need is done for all at once. */
  private Future<Void> advance(CustomerFacts facts) {
    runs().forEach(RunWork::advance);
    List<Asked> asked =
        runs().flatMap(run -> run.asks().stream().map(asks -> ask(run, asks.question()))).toList();
    if (!asked.isEmpty()) {
      return facts.answer(asked).compose(answered -> advance(facts));
    }
    customers.stream()
        .filter(CustomerWork::isCut)
        .flatMap(customer -> customer.runs().stream())
        .filter(run -> run.acts().isPresent() && !run.plan().exitNames().isEmpty())
        .forEach(RunWork::defer);
    List<RunWork> acting = runs().filter(run -> run.acts().isPresent()).toList();
    return acting.isEmpty()
        ? Future.succeededFuture()
        : actions.act(acting).compose(acted -> advance(facts));
  }

  private static Asked ask(RunWork run, Question question) {
    return new Asked(
        run.record().customerId(),
        question,
        run.plan().definition().timezone().fallback(),
        run.answers(),
        run::fail);
  }

  private Future<Void> write() {
    BatchWrite write = new BatchWrite(claimed, counts);
    customers.forEach(write::add);
    asked = write.asked();
    return write.write(connection, workspaceId);
  }

  private Result result(Claim claim) {
    List<Duration> lags =
        runs()
            .flatMap(run -> run.record().state().waiting().stream())
            .filter(wait -> wait.dueAt().isBefore(claim.floor()))
            .map(wait -> Duration.between(wait.dueAt(), claim.now()))
            .toList();
    return new Result(
        claimed.size(),
        actions.mails(),
        actions.deliveries(),
        asked,
        customers.stream().mapToInt(CustomerWork::entries).sum(),
        runs().flatMap(run -> run.log().stream()).map(StepOutcomes::of).toList(),
        lags,
        runs().flatMap(run -> run.failure().stream()).toList());
  }
}
