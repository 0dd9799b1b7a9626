package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.DefinitionUses;
import dev.shopwire.automation.definitions.language.DefinitionUses.Kind;
import dev.shopwire.automation.definitions.language.DefinitionUses.Use;
import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.contracts.FieldEffectContracts;
import dev.shopwire.common.contracts.FieldEffectContracts.Effects;
import dev.shopwire.common.contracts.FieldEffectContracts.Named;
import dev.shopwire.common.contracts.FieldEffectContracts.Query;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the segments and flows that changes of fields may touch. Use from one event loop. */
public final class FieldEffects {
  private static final String SEGMENTS =
      """
      with recursive touched as (
        select segment_id from segment_uses
        where workspace_id = $1 and kind = 'field' and used_id = any ($2)
        union
        select u.segment_id from segment_uses u join touched t on t.segment_id = u.used_id
        where u.workspace_id = $1 and u.kind = 'segment'
      )
      select s.id, s.name from segments s
      where s.workspace_id = $1 and s.id in (select segment_id from touched)
      order by s.name, s.id limit $3
      """;
  private static final String FLOWS =
      """
      select f.id, f.name, v.definition from flows f
      join flow_versions v
        on v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = f.version
      where f.workspace_id = $1 and f.status in ('published', 'paused')
        and (f.name, f.id) > ($4, $5) and exists (
          select from flow_uses u
          where u.workspace_id = $1 and u.flow_id = f.id and u.version = f.version
            and (u.kind = 'field' and u.used_id = any ($2)
              or u.kind = 'segment' and u.used_id = any ($3)))
      order by f.name, f.id limit $6
      """;

  /** Segments by which flows are found. */
  private static final int MAX_SEGMENTS = 10_000;

  /** Definitions that are read at once. */
  private static final int PAGE = 20;

  private final Pool pool;

  public FieldEffects(Pool pool) {
    this.pool = pool;
  }

  public Future<Effects> find(Query query) {
    return pool.preparedQuery(SEGMENTS)
        .execute(
            Tuple.of(query.workspaceId())
                .addArrayOfLong(query.fields().toArray(Long[]::new))
                .addInteger(MAX_SEGMENTS))
        .map(rows -> Rows.list(rows, FieldEffects::named))
        .compose(
            segments ->
                new Search(query, segments)
                    .run()
                    .map(
                        flows ->
                            new Effects(
                                segments.subList(
                                    0, Math.min(segments.size(), FieldEffectContracts.MAX)),
                                flows)));
  }

  private static Named named(Row row) {
    return new Named(row.getLong("id"), row.getString("name"));
  }

  /** Reads flows that use the fields in any way, and keeps those whose runs depend on one. */
  private final class Search {
    private final Query query;
    private final Set<Use> touched = new HashSet<>();
    private final Long[] segments;
    private final List<Named> found = new ArrayList<>();
    private Named last = new Named(0, "");

    Search(Query query, List<Named> segments) {
      this.query = query;
      this.segments = segments.stream().map(Named::id).toArray(Long[]::new);
      query.fields().forEach(id -> touched.add(new Use(Kind.FIELD, id)));
      segments.forEach(segment -> touched.add(new Use(Kind.SEGMENT, segment.id())));
    }

    Future<List<Named>> run() {
      return Repeat.until(
          () ->
              pool.preparedQuery(FLOWS)
                  .execute(
                      Tuple.of(query.workspaceId())
                          .addArrayOfLong(query.fields().toArray(Long[]::new))
                          .addArrayOfLong(segments)
                          .addString(last.name())
                          .addLong(last.id())
                          .addInteger(PAGE))
                  .map(
                      rows -> {
                        rows.forEach(this::look);
                        boolean isDone =
                            rows.size() < PAGE || found.size() >= FieldEffectContracts.MAX;
                        return isDone
                            ? Optional.of(
                                found.subList(0, Math.min(found.size(), FieldEffectContracts.MAX)))
                            : Optional.<List<Named>>empty();
                      }));
    }

    private void look(Row row) {
      last = named(row);
      Set<Use> deciding =
          DefinitionUses.deciding(StoredDefinition.parse(row.getString("definition")).definition());
      if (deciding.stream().anyMatch(touched::contains)) {
        found.add(last);
      }
    }
  }
}
