package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the enrichment role about custom fields that queries on users' databases fill: which
 * query fills which fields, and writing the values of a run.
 */
public final class LinkedValueContracts {
  /** The most fields of a query. */
  public static final int MAX_FIELDS = 50;

  /** Longer than a change of definitions may wait for pushes and other changes. */
  private static final Duration LINK_TIMEOUT = Duration.ofSeconds(6);

  /** Longer than a request waits for a small run. */
  private static final Duration APPLY_TIMEOUT = Duration.ofSeconds(4);

  /**
   * Creates the fields of a query that are missing, links all of them to it, and frees those that
   * it filled before and that are not named any more: all of this or nothing. The same request may
   * be sent again.
   *
   * <p>Fails with 422 and errors whose pointers are {@code /columns/<index of the field>/field},
   * {@code …/type} or {@code …/scope}: {@code invalid_field_name}, {@code duplicate_field}, {@code
   * field_type_mismatch}, {@code field_scope_mismatch}, {@code app_required}, {@code
   * field_limit_reached}; with 409 {@code field_linked} if another query fills one of the fields,
   * {@code retype_under_way} while the type of one is being changed, {@code run_applying} while a
   * run is written to one that would be freed.
   *
   * <p>A link whose query is not in the view {@code linked_query_names} a few minutes after this
   * request is removed.
   */
  public static final Contract<LinkRequest, Links> LINK =
      Role.ENRICHMENT.contract("linked.link", LinkRequest.class, Links.class, LINK_TIMEOUT);

  /**
   * Frees the fields of a query; their values stay. Does nothing if it has none. Fails with 409
   * {@code run_applying} while a run of the query is being written.
   */
  public static final Contract<UnlinkRequest, Unlinked> UNLINK =
      Role.ENRICHMENT.contract("linked.unlink", UnlinkRequest.class, Unlinked.class, LINK_TIMEOUT);

  /**
   * Writes the values of a run, with what follows from them, in one transaction. It begins with the
   * function {@code begin_linked_apply(workspace, run)}, which locks the run's row and returns
   * whether it is to be applied, and ends with {@code end_linked_apply(workspace, run, set,
   * changed, unset)}. Each of the two is one statement, which has 10 seconds.
   *
   * <p>The row of the run stays locked for as long as it is being written, which may be minutes.
   * Responds within about a second: a large run is still being written then. The request may be
   * sent again, to any process, until the run's own row has another status.
   */
  public static final Contract<ApplyRequest, Applied> APPLY =
      Role.ENRICHMENT.contract("linked.apply", ApplyRequest.class, Applied.class, APPLY_TIMEOUT);

  private LinkedValueContracts() {}

  /**
   * The fields that a query fills.
   *
   * @param queryId need not be stored yet
   * @param appId the app of its database; null if it has none
   * @param fields in the order of the query's columns
   */
  public record LinkRequest(
      long workspaceId,
      long queryId,
      String queryName,
      @Nullable Long appId,
      Caller caller,
      List<LinkField> fields) {
    public LinkRequest {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A field to fill.
   *
   * @param type as the API names it: text, number, boolean or json
   * @param scope as the API names it: app, all-apps or customers
   */
  public record LinkField(String name, String type, String scope) {}

  /** The ids of the fields, in the order of the request. */
  public record Links(List<Long> fieldIds) {
    public Links {
      fieldIds = List.copyOf(fieldIds);
    }
  }

  /** A query whose fields are to be freed. */
  public record UnlinkRequest(long workspaceId, long queryId, Caller caller) {}

  /** How many fields were freed. */
  public record Unlinked(int fields) {}

  /**
   * A run to write.
   *
   * @param customers how many it changes; null if the sender does not know
   */
  public record ApplyRequest(long workspaceId, long runId, @Nullable Long customers) {}

  /**
   * What has become of a run.
   *
   * @param status {@code accepted}: it is being written; {@code busy}: not yet, since the process
   *     writes others, and the request should be sent again after a second; otherwise the status of
   *     its row, after it was written {@code applied}; {@code unknown} if there is no such run
   * @param failure why the last attempt of this process to write it failed, for the run's log; null
   *     if none did
   */
  public record Applied(String status, @Nullable String failure) {}
}
