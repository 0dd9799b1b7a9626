package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;

/** Requests to the automation role about what follows from changes of custom fields. */
public final class FieldEffectContracts {
  /** The most segments, and the most flows, of a response: the first by name. */
  public static final int MAX = 100;

  private static final Duration TIMEOUT = Duration.ofMillis(1_500);

  /**
   * Finds the segments whose conditions use one of the fields, also by other segments, and the
   * flows whose triggers or conditions use one, or one of these segments: of the version that runs
   * start with, unless the flow is archived or was never published. Changes nothing.
   */
  public static final Contract<Query, Effects> FIND =
      Role.AUTOMATION.contract("fields.effects", Query.class, Effects.class, TIMEOUT);

  private FieldEffectContracts() {}

  /** Fields of a workspace, by id. */
  public record Query(long workspaceId, List<Long> fields) {
    public Query {
      fields = List.copyOf(fields);
    }
  }

  /** What uses the fields. */
  public record Effects(List<Named> segments, List<Named> flows) {
    public Effects {
      segments = List.copyOf(segments);
      flows = List.copyOf(flows);
    }
  }

  /** A segment or a flow. */
  public record Named(long id, String name) {}
}
