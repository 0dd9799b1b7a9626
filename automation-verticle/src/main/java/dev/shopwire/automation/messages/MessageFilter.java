package dev.shopwire.automation.messages;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects mails of a workspace.
 *
 * @param state empty for all
 * @param kind empty for all
 * @param ids what a column must be, by column
 * @param emailKey an address as addresses are compared
 */
record MessageFilter(
    Optional<String> state,
    Optional<String> kind,
    Map<String, Long> ids,
    Optional<String> emailKey) {
  private static final String CUSTOMER = "customerId";

  static final List<String> STATES =
      List.of(
          "queued",
          "sending",
          "sent",
          "deferred",
          "bounced",
          "unknown",
          "suppressed",
          "failed",
          "cancelled",
          "captured");
  private static final List<String> KINDS = List.of("flow", "campaign", "test");
  private static final Map<String, String> COLUMNS =
      Map.of(
          "flowId",
          "flow_id",
          "runId",
          "run_id",
          "campaignId",
          "campaign_id",
          CUSTOMER,
          "customer_id");

  /** The parameters that it reads. */
  static final List<String> PARAMETERS =
      List.of("state", "kind", "flowId", "runId", "campaignId", CUSTOMER, "to");

  /** The mails of a campaign, with the parameter {@code state}. */
  static MessageFilter ofCampaign(Query query, long campaignId) {
    return new MessageFilter(
        query.choice("state", STATES),
        Optional.empty(),
        Map.of("campaign_id", campaignId),
        Optional.empty());
  }

  /** The campaign if nothing else selects mails but it. */
  Optional<Long> campaignAlone() {
    return state.isEmpty() && emailKey.isEmpty() && ids.size() == 1
        ? Optional.ofNullable(ids.get("campaign_id"))
        : Optional.empty();
  }

  /** Adds the errors of invalid parameters to the query. */
  static MessageFilter read(Query query) {
    Map<String, Long> ids = new LinkedHashMap<>();
    COLUMNS.forEach(
        (name, column) ->
            query
                .text(name, 40)
                .flatMap(
                    text -> {
                      Optional<Long> id =
                          name.equals(CUSTOMER)
                              ? CustomerId.parse(text.strip())
                              : NumericId.parse(text.strip());
                      return id.isPresent()
                          ? id
                          : query.addError(
                              name,
                              "invalid_id",
                              name.equals(CUSTOMER)
                                  ? "must be the id of a customer, such as cus_5be193d07ac4f62c"
                                  : "must be an id");
                    })
                .ifPresent(id -> ids.put(column, id)));
    return new MessageFilter(
        query.choice("state", STATES),
        query.choice("kind", KINDS),
        ids,
        query.text("to", MailAddress.MAX_LENGTH).map(MessageFilter::normalized));
  }

  /** What is no address is in no row. */
  private static String normalized(String email) {
    try {
      return MailAddress.parse(email).normalized();
    } catch (InvalidAddress e) {
      return email;
    }
  }

  /** The condition on the mail {@code m}. */
  String sql(long workspaceId, SqlParameters parameters) {
    StringBuilder sql = new StringBuilder("m.workspace_id = " + parameters.add(workspaceId));
    // As literals, which they are in the index's condition, too.
    state.ifPresent(text -> sql.append(" and m.state = '").append(text).append('\''));
    kind.ifPresent(text -> sql.append(" and m.kind = '").append(text).append('\''));
    ids.forEach(
        (column, id) ->
            sql.append(" and m.").append(column).append(" = ").append(parameters.add(id)));
    emailKey.ifPresent(key -> sql.append(" and m.email_key = ").append(parameters.add(key)));
    return sql.toString();
  }
}
