package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.language.DefinitionUses;
import dev.shopwire.automation.definitions.language.DefinitionUses.Use;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * The table of what flows use, which is not deleted before they are archived. Methods run on the
 * caller's event loop; who stores a use holds what is used until the commit.
 */
final class FlowUses {
  /** Stands for the draft. */
  static final int DRAFT = 0;

  private static final String DELETE =
      "delete from flow_uses where workspace_id = $1 and flow_id = $2 and version = $3";
  private static final String INSERT =
      """
      insert into flow_uses (workspace_id, flow_id, version, kind, used_id)
      select $1, $2, $3, kind, used_id from unnest($4::text[], $5::bigint[]) as u (kind, used_id)
      """;

  private FlowUses() {}

  /**
   * Replaces what a version uses.
   *
   * @param version {@link #DRAFT} for the draft
   */
  static Future<Void> replace(
      SqlClient client, FlowKey key, int version, FlowDefinition definition) {
    List<Use> uses = List.copyOf(DefinitionUses.of(definition));
    return client
        .preparedQuery(DELETE)
        .execute(key.tuple().addInteger(version))
        .compose(
            deleted ->
                client
                    .preparedQuery(INSERT)
                    .execute(
                        key.tuple()
                            .addInteger(version)
                            .addArrayOfString(
                                uses.stream().map(use -> use.kind().id()).toArray(String[]::new))
                            .addArrayOfLong(uses.stream().map(Use::id).toArray(Long[]::new))))
        .mapEmpty();
  }
}
