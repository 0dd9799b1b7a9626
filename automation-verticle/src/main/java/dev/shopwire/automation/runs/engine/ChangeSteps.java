package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.Addressee;
import dev.shopwire.automation.campaigns.audience.RecipientAddresses;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.FieldValue;
import dev.shopwire.common.contracts.StepContracts.Tag;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the changes of steps that set fields or change tags, in the transaction of their runs.
 * For one transaction.
 */
final class ChangeSteps {
  private final SqlConnection connection;
  private final long workspaceId;

  ChangeSteps(SqlConnection connection, long workspaceId) {
    this.connection = connection;
    this.workspaceId = workspaceId;
  }

  /** Makes runs at a step that sets a field wait for the change. */
  void setFields(List<RunWork> runs) {
    for (RunWork run : runs) {
      try {
        Step.SetField step = (Step.SetField) run.acts().orElseThrow();
        FieldValue value =
            new FieldValue(
                step.field().fieldId(), step.field().appId(), value(run, step).toString());
        run.await(change(run, step, value, null));
      } catch (RuntimeException e) {
        run.fail(e);
      }
    }
  }

  private static JsonNode value(RunWork run, Step.SetField step) {
    if (step.value() instanceof Step.NewValue.Literal literal) {
      return literal.value();
    }
    JsonNode event = run.record().cause().json();
    JsonNode value =
        event == null
            ? NullNode.instance
            : ((Step.NewValue.Property) step.value()).path().valueIn(event);
    return value.isMissingNode() ? NullNode.instance : value;
  }

  /** Makes runs at a step that changes tags wait for the change. */
  Future<Void> changeTags(List<RunWork> runs) {
    if (runs.isEmpty()) {
      return Future.succeededFuture();
    }
    return RecipientAddresses.read(
            connection, workspaceId, runs.stream().map(run -> run.record().customerId()).toList())
        .map(
            addresses -> {
              runs.forEach(run -> changeTag(run, addresses));
              return null;
            });
  }

  /** The shop's own address belongs to no contact. */
  private static void changeTag(RunWork run, RecipientAddresses addresses) {
    Step.ChangeTag step = (Step.ChangeTag) run.acts().orElseThrow();
    List<AddressChoice> ofContacts =
        step.to().stream().filter(choice -> choice.kind() != AddressChoice.Kind.SHOP).toList();
    List<Long> contacts =
        addresses.choose(run.record().customerId(), ofContacts).stream()
            .map(Addressee::contactId)
            .flatMap(Stream::ofNullable)
            .toList();
    if (contacts.isEmpty()) {
      run.acted(Outcome.of("no_recipient"));
    } else {
      run.await(change(run, step, null, new Tag(step.tag(), step.isAdded(), contacts)));
    }
  }

  private static Change change(
      RunWork run, Step step, @Nullable FieldValue field, @Nullable Tag tag) {
    int chain = run.record().cause().chain() + 1;
    return new Change(run.record().id(), step.id(), run.record().customerId(), chain, field, tag);
  }
}
