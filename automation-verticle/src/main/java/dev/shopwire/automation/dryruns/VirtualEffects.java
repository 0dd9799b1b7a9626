package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.Addressee;
import dev.shopwire.automation.campaigns.audience.RecipientAddresses;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Describes what the steps of a portion's runs would do, and counts mails and messages of webhooks:
 * as contacts, fields and subscribers are now. Nothing is written. Not thread-safe.
 */
final class VirtualEffects {
  private static final String SUBSCRIBED =
      "select distinct app_id from webhook_subscribers where workspace_id = $1 and topic = $2";

  private final RecipientAddresses addresses;
  private final Set<Long> apps;
  private final CurrentFields fields;
  private long mails;
  private long webhooks;

  private VirtualEffects(RecipientAddresses addresses, Set<Long> apps, CurrentFields fields) {
    this.addresses = addresses;
    this.apps = apps;
    this.fields = fields;
  }

  /** Reads what the steps must know of these customers. Runs on the caller's event loop. */
  static Future<VirtualEffects> read(
      SqlConnection connection, long workspaceId, List<Step> steps, Collection<Long> customers) {
    boolean hasAddresses =
        steps.stream()
            .anyMatch(step -> step instanceof Step.Email || step instanceof Step.ChangeTag);
    Future<RecipientAddresses> addresses =
        RecipientAddresses.read(connection, workspaceId, hasAddresses ? customers : List.of());
    Future<RowSet<Row>> apps =
        connection
            .preparedQuery(SUBSCRIBED)
            .execute(Tuple.of(workspaceId, Topic.FLOW_STEP.apiName()));
    Future<CurrentFields> fields =
        CurrentFields.read(
            connection,
            workspaceId,
            customers,
            steps.stream()
                .filter(Step.SetField.class::isInstance)
                .map(step -> ((Step.SetField) step).field())
                .distinct()
                .toList());
    return Transactions.join(List.of(addresses, apps, fields))
        .map(
            read -> {
              Set<Long> subscribed = new HashSet<>();
              apps.result().forEach(row -> subscribed.add(row.getLong("app_id")));
              return new VirtualEffects(addresses.result(), subscribed, fields.result());
            });
  }

  /** What becomes of a step that acts. */
  Outcome of(long customerId, VirtualRun run, Step step) {
    if (step instanceof Step.Email email) {
      return ofMail(customerId, email);
    }
    if (step instanceof Step.Webhook) {
      return ofWebhook(run);
    }
    if (step instanceof Step.ChangeTag changeTag) {
      return ofTag(customerId, changeTag);
    }
    if (step instanceof Step.SetField setField) {
      return ofField(customerId, run, setField);
    }
    throw new IllegalStateException("Not a step that acts: " + step);
  }

  private Outcome ofMail(long customerId, Step.Email email) {
    int recipients =
        addresses.choose(customerId, email.to()).stream()
            .map(addressee -> addressee.address().normalized())
            .collect(Collectors.toSet())
            .size();
    mails += recipients;
    return Outcome.of(recipients == 0 ? "no_recipient" : "queued");
  }

  private Outcome ofWebhook(VirtualRun run) {
    if (!apps.contains(0L) && !apps.contains(run.cause().key().appId())) {
      return Outcome.of("no_subscriber");
    }
    webhooks++;
    return Outcome.of("emitted");
  }

  /** The shop's own address belongs to no contact. */
  private Outcome ofTag(long customerId, Step.ChangeTag step) {
    List<AddressChoice> ofContacts =
        step.to().stream().filter(choice -> choice.kind() != AddressChoice.Kind.SHOP).toList();
    boolean hasContacts =
        addresses.choose(customerId, ofContacts).stream()
            .map(Addressee::contactId)
            .anyMatch(Objects::nonNull);
    return Outcome.of(hasContacts ? "changed" : "no_recipient");
  }

  private Outcome ofField(long customerId, VirtualRun run, Step.SetField step) {
    return fields.set(customerId, run, step.field(), value(run, step));
  }

  private static JsonNode value(VirtualRun run, Step.SetField step) {
    if (step.value() instanceof Step.NewValue.Literal literal) {
      return literal.value();
    }
    JsonNode event = run.cause().properties();
    JsonNode value =
        event == null
            ? NullNode.instance
            : ((Step.NewValue.Property) step.value()).path().valueIn(event);
    return value.isMissingNode() ? NullNode.instance : value;
  }

  /** How many mails would have been queued. */
  long mails() {
    return mails;
  }

  /** How many messages of webhooks would have been emitted. */
  long webhooks() {
    return webhooks;
  }
}
