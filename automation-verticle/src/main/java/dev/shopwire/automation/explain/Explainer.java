package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Any;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Condition.Test;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Explains why one customer satisfies a condition or not, from one snapshot: the transaction must
 * see one. The results are those of {@link ConditionSql#test}. For one explanation.
 */
public final class Explainer {
  private final SqlConnection connection;
  private final Vocabulary vocabulary;
  private final Function<Leaf, ObjectNode> json;
  private final boolean showsPrivate;
  private final List<ExplainedLeaf> leaves = new ArrayList<>();

  /**
   * @param vocabulary with the fields, apps and nested definitions of the condition
   * @param json writes a leaf as in the condition's JSON
   * @param showsPrivate whether values of private fields are shown
   */
  public Explainer(
      SqlConnection connection,
      Vocabulary vocabulary,
      Function<Leaf, ObjectNode> json,
      boolean showsPrivate) {
    this.connection = connection;
    this.vocabulary = vocabulary;
    this.json = json;
    this.showsPrivate = showsPrivate;
  }

  /**
   * The condition as JSON with its {@code result} at every node, and at each leaf what it rests on.
   *
   * @param scope of the condition: its parameters are not used
   */
  public Future<ObjectNode> explain(SqlScope scope, Condition condition, long customer) {
    ExplainedCondition root = read(scope, condition);
    return results(scope, customer)
        .compose(
            results -> {
              List<Future<Void>> facts = new ArrayList<>();
              for (int i = 0; i < leaves.size(); i++) {
                facts.add(leaves.get(i).read(connection, vocabulary, customer, results.get(i)));
              }
              return Transactions.join(facts);
            })
        .map(read -> root.json());
  }

  private ExplainedCondition read(SqlScope scope, Condition condition) {
    if (condition instanceof All all) {
      return new ExplainedGroup("all", parts(scope, all.parts()));
    }
    if (condition instanceof Any any) {
      return new ExplainedGroup("any", parts(scope, any.parts()));
    }
    if (condition instanceof Not not) {
      return new ExplainedNegation(read(scope, not.part()));
    }
    Leaf leaf = ((Test) condition).leaf();
    if (leaf instanceof SegmentLeaf segment) {
      SegmentDefinition nested = scope.definition(segment.segment());
      return new ExplainedSegment(json.apply(leaf), read(scope.in(nested), nested.condition()));
    }
    ExplainedLeaf explained = new ExplainedLeaf(scope, leaf, json.apply(leaf), isHidden(leaf));
    leaves.add(explained);
    return explained;
  }

  private List<ExplainedCondition> parts(SqlScope scope, List<Condition> parts) {
    return parts.stream().map(part -> read(scope, part)).toList();
  }

  private boolean isHidden(Leaf leaf) {
    return !showsPrivate
        && leaf instanceof Leaf.FieldLeaf field
        && vocabulary.fields().containsKey(field.field())
        && vocabulary.fields().get(field.field()).isPrivate();
  }

  /** The results of all leaves, in one statement. */
  private Future<List<Boolean>> results(SqlScope scope, long customer) {
    SqlScope statement = scope.fresh();
    String tests =
        leaves.stream()
            .map(leaf -> leaf.test(statement))
            .collect(Collectors.joining(",\n", "array[", "]::boolean[]"));
    String sql =
        "select %s as results from (select %s::bigint as id) k"
            .formatted(tests, statement.add(customer));
    return connection
        .preparedQuery(sql)
        .execute(statement.parameters().tuple())
        .map(rows -> List.of(rows.iterator().next().getArrayOfBooleans("results")));
  }
}
