package dev.shopwire.sources.oracle;

import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The brute-force model of an app in a shop: for every instant it is asked about, it replays all
 * records before that from the beginning. Shares no code with what it tests.
 */
final class OraclePair {
  /** What is known at an instant. */
  static final class Status {
    /** none, in, off or out. */
    String relation = "none";

    boolean subscribed;
    @Nullable String id;
    @Nullable String plan;
    @Nullable BigDecimal amount;
    @Nullable String currency;
    int months;
    boolean test;
    Instant activated = Instant.EPOCH;
    boolean trial;
    @Nullable Instant trialEnd;
    @Nullable Instant end;
    boolean frozen;

    boolean installed() {
      return relation.equals("in");
    }

    boolean paying() {
      return installed()
          && subscribed
          && !test
          && !frozen
          && !trial
          && (amount == null || amount.signum() > 0);
    }

    boolean inState(String state) {
      if (!installed() || !subscribed || test) {
        return false;
      }
      String found = frozen ? "frozen" : end != null ? "canceling" : trial ? "trial" : "subscribed";
      return found.equals(state);
    }

    /** Twelfths of the currency's unit. */
    BigDecimal mrr(String wanted) {
      return paying() && amount != null && months > 0 && wanted.equals(currency)
          ? amount.multiply(BigDecimal.valueOf(12L / months))
          : BigDecimal.ZERO;
    }
  }

  /** A counted event. */
  record Counted(String what, Instant at) {}

  private final List<PartnerRecord> records;
  private final List<Counted> counted = new ArrayList<>();
  private final Map<Instant, Status> cache = new HashMap<>();
  private final Map<String, Instant> firstPositive = new HashMap<>();

  OraclePair(List<PartnerRecord> records) {
    this.records =
        records.stream()
            .sorted(
                Comparator.comparing(PartnerRecord::at)
                    .thenComparing(PartnerRecord::kind)
                    .thenComparing(PartnerRecord::key))
            .toList();
    replay(Instant.MAX, counted);
    for (Instant change : changes()) {
      Status after = at(change.plusNanos(1));
      if (after.currency != null && after.mrr(after.currency).signum() > 0) {
        firstPositive.putIfAbsent(after.currency, change);
      }
    }
  }

  List<PartnerRecord> records() {
    return records;
  }

  List<Counted> counted() {
    return counted;
  }

  Status at(Instant instant) {
    return cache.computeIfAbsent(instant, at -> replay(at, new ArrayList<>()));
  }

  boolean hadMrr(String currency, Instant before) {
    Instant first = firstPositive.get(currency);
    return first != null && first.isBefore(before);
  }

  private NavigableSet<Instant> changes() {
    NavigableSet<Instant> changes = new TreeSet<>();
    for (PartnerRecord record : records) {
      RecordDetails details = record.details();
      changes.add(record.at());
      details.trialEndsAt().ifPresent(changes::add);
      details.effectiveAt().ifPresent(changes::add);
      for (PartnerRecord other : records) {
        // An update may give a trial that counts from the activation.
        details.trialDays().ifPresent(days -> changes.add(other.at().plusSeconds(86_400L * days)));
      }
    }
    return changes;
  }

  private Status replay(Instant until, List<Counted> events) {
    Status status = new Status();
    for (PartnerRecord record : records) {
      if (record.at().isBefore(until)) {
        tick(status, record.at());
        apply(status, record, events);
      }
    }
    tick(status, until);
    return status;
  }

  private static void tick(Status status, Instant now) {
    if (status.subscribed && status.trial && status.trialEnd != null) {
      if (status.trialEnd.isBefore(now)) {
        status.trial = false;
      }
    }
    if (status.subscribed && status.end != null && status.end.isBefore(now)) {
      end(status);
    }
  }

  private static void end(Status status) {
    status.subscribed = false;
    status.trial = false;
    status.end = null;
    status.frozen = false;
  }

  private static void apply(Status status, PartnerRecord record, List<Counted> events) {
    switch (record.kind()) {
      case INSTALLED -> {
        if (status.relation.equals("none") || status.relation.equals("out")) {
          events.add(new Counted("install", record.at()));
        }
        if (status.relation.equals("out")) {
          events.add(new Counted("reinstall", record.at()));
        }
        status.relation = "in";
      }
      case UNINSTALLED -> {
        if (status.relation.equals("in") || status.relation.equals("off")) {
          events.add(new Counted("uninstall", record.at()));
        }
        end(status);
        status.relation = "out";
      }
      case DEACTIVATED -> {
        if (!status.relation.equals("out")) {
          status.relation = "off";
        }
      }
      case REACTIVATED -> {
        if (!status.relation.equals("out")) {
          status.relation = "in";
        }
      }
      case CREDIT -> {}
      case CHARGE, EARNING -> learn(status, record.details());
      default -> {
        if (!status.relation.equals("out")) {
          if (status.relation.equals("none")) {
            status.relation = "in";
          }
          subscription(status, record);
        }
      }
    }
  }

  private static boolean isOther(Status status, RecordDetails details) {
    String id = details.subscription().orElse(null);
    return id != null && status.id != null && !id.equals(status.id);
  }

  private static void subscription(Status status, PartnerRecord record) {
    RecordDetails details = record.details();
    boolean begins =
        record.kind() == RecordKind.SUBSCRIPTION_ACTIVATED
            || (record.kind() == RecordKind.SUBSCRIPTION_UPDATED && !status.subscribed);
    if (begins) {
      begin(status, record);
    } else if (status.subscribed && !isOther(status, details)) {
      switch (record.kind()) {
        case SUBSCRIPTION_UPDATED -> update(status, record);
        case SUBSCRIPTION_CANCELED -> end(status);
        case SUBSCRIPTION_FROZEN -> status.frozen = true;
        case SUBSCRIPTION_UNFROZEN -> status.frozen = false;
        default -> {
          Instant end = details.effectiveAt().orElseThrow();
          status.end = end.isBefore(record.at()) ? record.at() : end;
        }
      }
    }
  }

  private static void begin(Status status, PartnerRecord record) {
    RecordDetails details = record.details();
    end(status);
    status.subscribed = true;
    status.id = details.subscription().orElse(null);
    status.plan = details.plan().orElse(null);
    boolean priced = details.amount().isPresent() && details.currency().isPresent();
    status.amount = priced ? details.amount().get() : null;
    status.currency = priced ? details.currency().get() : null;
    status.months = details.interval().map(interval -> interval.months()).orElse(0);
    status.test = details.test();
    status.activated = record.at();
    setTrial(status, record);
  }

  private static void setTrial(Status status, PartnerRecord record) {
    RecordDetails details = record.details();
    Instant end =
        details.trialEndsAt().isPresent()
            ? details.trialEndsAt().get()
            : details
                .trialDays()
                .map(days -> status.activated.plusSeconds(86_400L * days))
                .orElse(record.at());
    status.trial = end.isAfter(record.at());
    status.trialEnd = end;
  }

  private static void update(Status status, PartnerRecord record) {
    RecordDetails details = record.details();
    boolean otherPlan = details.plan().isPresent() && !details.plan().get().equals(status.plan);
    String currency = details.currency().orElse(status.amount == null ? null : status.currency);
    if (details.amount().isPresent() && currency != null) {
      status.amount = details.amount().get();
      status.currency = currency;
    } else if (otherPlan) {
      status.amount = null;
      status.currency = null;
    }
    if (details.interval().isPresent()) {
      status.months = details.interval().get().months();
    } else if (otherPlan) {
      status.months = 0;
    }
    status.id = status.id == null ? details.subscription().orElse(null) : status.id;
    status.plan = details.plan().orElse(status.plan);
    status.test |= details.test();
    if (details.trialDays().isPresent() || details.trialEndsAt().isPresent()) {
      setTrial(status, record);
    }
  }

  private static void learn(Status status, RecordDetails details) {
    boolean recurring = details.category().orElse(Category.OTHER) == Category.RECURRING;
    if (!status.subscribed
        || !recurring
        || isOther(status, details)
        || (details.test() && !status.test)) {
      return;
    }
    if (status.amount == null) {
      status.amount = details.gross().orElse(details.net().orElse(details.amount().orElse(null)));
      status.currency = details.currency().orElseThrow();
    }
    if (status.months == 0) {
      status.months = details.interval().map(interval -> interval.months()).orElse(0);
    }
  }
}
