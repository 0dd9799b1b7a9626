package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition.Test;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A leaf with its result and the facts that this rests on. Not thread-safe. */
final class ExplainedLeaf implements ExplainedCondition {
  private final SqlScope scope;
  private final Leaf leaf;
  private final ObjectNode json;
  private final boolean isHidden;
  private boolean result;
  private Facts facts = new Facts(FactJson.missing(), List.of(), Optional.empty());

  /**
   * @param scope with the zone of its segment
   * @param json as in the condition's JSON
   * @param isHidden whether the caller may not see the facts
   */
  ExplainedLeaf(SqlScope scope, Leaf leaf, ObjectNode json, boolean isHidden) {
    this.scope = scope;
    this.leaf = leaf;
    this.json = json;
    this.isHidden = isHidden;
  }

  /** An expression for the result, with parameters of another scope. */
  String test(SqlScope statement) {
    return ConditionSql.test(statement.in(scope.zone()), new Test(leaf));
  }

  Future<Void> read(
      SqlConnection connection, Vocabulary vocabulary, long customer, boolean tested) {
    result = tested;
    if (isHidden) {
      return Future.succeededFuture();
    }
    return FactKinds.of(leaf)
        .read(new Subject(connection, scope, vocabulary, customer))
        .map(
            read -> {
              facts = read;
              return null;
            });
  }

  @Override
  public boolean result() {
    return result;
  }

  @Override
  public Optional<Instant> nextChange() {
    return facts.nextChange();
  }

  /** Of what is hidden not even the time of the next change is shown: it would reveal the value. */
  @Override
  public ObjectNode json() {
    ObjectNode explained = json.deepCopy();
    explained.put("result", result);
    if (isHidden) {
      explained.put("hidden", true);
    } else {
      explained.set("value", facts.value());
    }
    explained.set("nextChangeAt", nextChange().map(FactJson::time).orElseGet(FactJson::missing));
    if (!isHidden) {
      ArrayNode evidence = explained.putArray("evidence");
      facts.evidence().forEach(evidence::add);
    }
    return explained;
  }
}
