package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.DefinitionDraft;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Checks drafts that are stored. Runs on the caller's event loop. */
public final class FlowDrafts {
  private FlowDrafts() {}

  /**
   * Fails with 422 if a draft is not valid any more: what it names is held since its save, but an
   * affiliate may be gone or a field have become private. Needs a transaction that may lock rows.
   */
  public static Future<Void> requireValid(SqlConnection connection, Flow flow) {
    return FlowReads.definition(connection, flow, true)
        .map(shown -> DefinitionDraft.of(shown, FlowInput.DEFINITION_POINTER))
        .compose(draft -> new Lookups(connection, flow.key().workspaceId()).check(draft))
        .map(
            checked -> {
              if (!checked.faults().isEmpty()) {
                throw Failure.invalid(checked.faults());
              }
              return null;
            });
  }
}
