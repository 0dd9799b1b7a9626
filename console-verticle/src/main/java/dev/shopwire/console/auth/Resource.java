package dev.shopwire.console.auth;

import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of resources whose id follows their name in a path, and how to find the workspace of
 * one. Those of other modules are in their published views.
 */
enum Resource {
  WORKSPACES("workspaces", "select id from tenancy_workspaces where id = %s::bigint"),
  APPS("apps", "select workspace_id from app_workspaces where id = %s::bigint"),
  CUSTOMERS(
      "customers",
      "select workspace_id from customer_workspaces where id = %s::bigint",
      IdForm.CUSTOMER),
  CUSTOM_FIELDS(
      "custom-fields", "select workspace_id from custom_field_workspaces where id = %s::bigint"),
  CONTACTS("contacts", "select workspace_id from contact_workspaces where id = %s::bigint"),
  AFFILIATES("affiliates", "select workspace_id from affiliate_workspaces where id = %s::bigint"),
  SEGMENTS("segments", "select workspace_id from segment_workspaces where id = %s::bigint"),
  MAIL_SENDERS(
      "mail-senders", "select workspace_id from mail_sender_workspaces where id = %s::bigint"),
  MAIL_TOPICS(
      "mail-topics", "select workspace_id from mail_topic_workspaces where id = %s::bigint"),
  SUPPRESSIONS(
      "suppressions", "select workspace_id from mail_suppression_workspaces where id = %s::bigint"),
  MAIL_TEMPLATES(
      "mail-templates", "select workspace_id from mail_template_workspaces where id = %s::bigint"),
  CAMPAIGNS("campaigns", "select workspace_id from campaign_workspaces where id = %s::bigint"),
  FLOW_RUNS("flow-runs", "select workspace_id from flow_run_workspaces where id = %s::bigint"),
  DRY_RUNS("dry-runs", "select workspace_id from flow_dry_run_workspaces where id = %s::bigint"),
  FLOWS("flows", "select workspace_id from flow_workspaces where id = %s::bigint"),
  MESSAGES("messages", "select workspace_id from mail_message_workspaces where id = %s::bigint"),
  WEBHOOK_ENDPOINTS(
      "webhook-endpoints",
      "select workspace_id from webhook_endpoint_workspaces where id = %s::bigint"),
  REPLAYS("replays", "select workspace_id from replay_workspaces where id = %s::bigint"),
  DELIVERIES("deliveries", "select delivery_workspace(%s::text)", IdForm.TEXT),
  USAGE_METRICS(
      "usage-metrics", "select workspace_id from usage_metric_workspaces where id = %s::bigint"),
  DATABASES(
      "databases", "select workspace_id from linked_database_workspaces where id = %s::bigint"),
  LINKED_QUERIES(
      "linked-queries", "select workspace_id from linked_query_workspaces where id = %s::bigint"),
  LINKED_RUNS(
      "linked-runs", "select workspace_id from linked_run_workspaces where id = %s::bigint"),
  SAVED_VIEWS("saved-views", "select workspace_id from console_saved_views where id = %s::bigint"),
  INVITATIONS("invitations", "select workspace_id from console_invitations where id = %s::bigint");

  private final String segment;
  private final String workspaceSql;
  private final IdForm idForm;

  private enum IdForm {
    NUMBER,
    CUSTOMER,
    TEXT
  }

  Resource(String segment, String workspaceSql) {
    this(segment, workspaceSql, IdForm.NUMBER);
  }

  Resource(String segment, String workspaceSql, IdForm idForm) {
    this.segment = segment;
    this.workspaceSql = workspaceSql;
    this.idForm = idForm;
  }

  /** The kind whose ids follow {@code segment} in paths. */
  static Optional<Resource> of(String segment) {
    return Arrays.stream(values()).filter(each -> each.segment.equals(segment)).findFirst();
  }

  /**
   * A query of the workspace of one resource, which returns no row for an unknown or null id.
   *
   * @param id a parameter, such as {@code $2}
   */
  String workspaceSql(String id) {
    return workspaceSql.formatted(id);
  }

  /** The value of the query's parameter; null if {@code text} can't be an id. */
  @Nullable Object parse(String text) {
    return switch (idForm) {
      case NUMBER -> NumericId.parse(text).orElse(null);
      case CUSTOMER -> CustomerId.parse(text).orElse(null);
      case TEXT -> text;
    };
  }
}
