package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the enrichment role changes of customers for steps of flows. */
public final class StepContracts {
  /** The most changes of one request. */
  public static final int MAX_CHANGES = 20;

  /** Longer than the changes of one request may take. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  public static final Contract<Changes, Results> APPLY =
      Role.ENRICHMENT.contract("steps.apply", Changes.class, Results.class, TIMEOUT);

  private StepContracts() {}

  /**
   * Changes of customers of one workspace, each of which is made once, however often it is sent.
   */
  public record Changes(long workspaceId, List<Change> changes) {
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /**
   * What a step of a run changes: a field, or tags.
   *
   * @param chain how many changes by flows have led to this one, with itself
   */
  public record Change(
      long runId,
      String step,
      long customerId,
      int chain,
      @Nullable FieldValue field,
      @Nullable Tag tag) {}

  /**
   * A value of a custom field.
   *
   * @param appId whose value it is, of a field that has one for each app; else 0
   * @param value JSON text; null unsets the field
   */
  public record FieldValue(long fieldId, long appId, String value) {}

  /**
   * A tag of contacts.
   *
   * @param adds whether it is added, and not removed
   */
  public record Tag(String tag, boolean adds, List<Long> contacts) {
    public Tag {
      contacts = List.copyOf(contacts);
    }
  }

  /** What came of changes, in their order. */
  public record Results(List<Result> results) {
    public Results {
      results = List.copyOf(results);
    }
  }

  /**
   * What came of a change.
   *
   * @param outcome as the log of the run shows it
   * @param defect the change failed for no reason that the step shows: it was not made
   */
  public record Result(String outcome, @Nullable String detail, boolean defect) {
    public static Result of(String outcome) {
      return new Result(outcome, null, false);
    }

    public static Result of(String outcome, String detail) {
      return new Result(outcome, detail, false);
    }
  }
}
