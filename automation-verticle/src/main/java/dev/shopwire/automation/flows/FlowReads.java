package dev.shopwire.automation.flows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.language.DefinitionUses;
import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.automation.flows.FlowVersions.Version;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads flows as the console's OpenAPI document shows them. Methods need a transaction that sees
 * one moment, and run on the caller's event loop.
 */
final class FlowReads {
  private FlowReads() {}

  /**
   * The JSON of a flow.
   *
   * @param withPrivate whether the reader may see private fields
   */
  static Future<Map<String, @Nullable Object>> json(
      SqlClient client, Flow flow, boolean withPrivate) {
    return definition(client, flow, withPrivate)
        .compose(
            definition ->
                listed(client, flow.key().workspaceId(), List.of(flow))
                    .map(
                        all -> {
                          Map<String, @Nullable Object> json = all.get(0);
                          json.put("definition", definition);
                          return json;
                        }));
  }

  /** The draft as callers see it. */
  static Future<JsonNode> definition(SqlClient client, Flow flow, boolean withPrivate) {
    return vocabulary(client, flow.key().workspaceId(), List.of(flow.draft()))
        .map(names -> flow.draft().show(names, withPrivate));
  }

  /** What names mean to these definitions. */
  private static Future<Vocabulary> vocabulary(
      SqlClient client, long workspaceId, Collection<StoredDefinition> definitions) {
    Set<Long> affiliates =
        definitions.stream()
            .flatMap(stored -> DefinitionUses.of(stored.definition()).stream())
            .filter(use -> use.kind() == DefinitionUses.Kind.AFFILIATE)
            .map(DefinitionUses.Use::id)
            .collect(Collectors.toSet());
    return VocabularyReader.read(client, workspaceId, new Mentions(Set.of(), affiliates));
  }

  /** The JSON of flows in lists, which have no definitions, as these may be long. */
  static Future<List<Map<String, @Nullable Object>>> listed(
      SqlClient client, long workspaceId, List<Flow> flows) {
    return ActiveRuns.ofFlows(client, workspaceId, flows.stream().map(Flow::id).toList())
        .map(
            active ->
                flows.stream()
                    .map(flow -> json(flow, active.getOrDefault(flow.id(), 0L)))
                    .toList());
  }

  private static Map<String, @Nullable Object> json(Flow flow, long activeRuns) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(flow.id()));
    json.put("name", flow.name());
    json.put("status", flow.status().id());
    json.put("resuming", flow.isResuming());
    json.put("version", flow.version());
    json.put("revision", flow.revision());
    json.put("activeRuns", activeRuns);
    json.put("createdAt", Times.format(flow.createdAt()));
    json.put("updatedAt", Times.format(flow.updatedAt()));
    return json;
  }

  /** The JSON of versions, all of which have their definitions. */
  static Future<List<Map<String, @Nullable Object>>> versions(
      SqlClient client, FlowKey key, List<Version> versions, boolean withPrivate) {
    List<StoredDefinition> definitions =
        versions.stream().flatMap(version -> version.definition().stream()).toList();
    return vocabulary(client, key.workspaceId(), definitions)
        .compose(
            names ->
                ActiveRuns.ofVersions(client, key)
                    .map(
                        active ->
                            versions.stream()
                                .map(version -> json(version, names, active, withPrivate))
                                .toList()));
  }

  private static Map<String, @Nullable Object> json(
      Version version, Vocabulary names, Map<Integer, Long> active, boolean withPrivate) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("version", version.version());
    json.put("publishedAt", Times.format(version.publishedAt()));
    json.put("activeRuns", active.getOrDefault(version.version(), 0L));
    json.put("definition", version.definition().orElseThrow().show(names, withPrivate));
    return json;
  }

  /** For the audit log, whose readers see private fields. */
  static Future<Map<String, @Nullable Object>> auditFields(SqlClient client, Flow flow) {
    return definition(client, flow, true)
        .map(
            definition -> {
              Map<String, @Nullable Object> fields = new LinkedHashMap<>();
              fields.put("name", flow.name());
              fields.put("definition", definition);
              return fields;
            });
  }
}
