package dev.shopwire.app.console.audit;

import java.util.List;

/**
 * How the API lists, creates, changes and deletes objects of a type. In paths and bodies, {@code
 * {w}}, {@code {a}} and {@code {c}} stand for a workspace, an app and a customer, {@code {id}} for
 * the object, {@code {text}} for a text that nothing else has, {@code {a|b}} for one of two words;
 * apostrophes for quotes. Empty where there is no such request.
 *
 * @param type as in the audit log
 * @param list the path of the list
 * @param rows the field with the rows, or with the only one
 * @param id the field with the id
 * @param creation the action of the audit log
 * @param createdAt the path that creates one
 * @param path of one
 * @param deletion the action of the audit log
 */
record ObjectKind(
    String type,
    String list,
    String rows,
    String id,
    String creation,
    String createdAt,
    String createBody,
    String path,
    String changeBody,
    String deletion) {
  private static final String NAME = "{'name':'{text}'}";

  /** Objects of all roles of the service. */
  static final List<ObjectKind> ALL =
      List.of(
          of("affiliate", "/workspaces/{w}/affiliates", "affiliates")
              .created("affiliate.created", "{'name':'{text}','codes':['{text}']}")
              .changed("/affiliates/{id}", NAME),
          of("attribution_settings", "/workspaces/{w}/attribution-settings", "attributionSettings")
              .changed("/workspaces/{w}/attribution-settings", "{'selfReferral':'{flag|refuse}'}"),
          of("contact", "/customers/{c}/contacts", "contacts")
              .withId("contactId")
              .created("contact.created", "{'firstName':'{text}'}")
              .changed("/contacts/{id}", "{'lastName':'{text}'}")
              .deleted("/contacts/{id}", "contact.deleted"),
          of("custom_field", "/workspaces/{w}/custom-fields", "customFields")
              .created("custom_field.created", "{'name':'{text}','type':'text','scope':'all-apps'}")
              .changed("/custom-fields/{id}", "{'private':{true|false}}")
              .deleted("/custom-fields/{id}", "custom_field.deleted"),
          of("webhook_endpoint", "/workspaces/{w}/webhook-endpoints", "webhookEndpoints")
              .created(
                  "webhook_endpoint.created",
                  "{'url':'https://{text}.invalid/','topics':['customers/usage_event']}")
              .changed("/webhook-endpoints/{id}", "{'url':'https://{text}.invalid/'}")
              .deleted("/webhook-endpoints/{id}", "webhook_endpoint.deleted"),
          of("usage_metric", "/apps/{a}/usage-metrics", "metrics")
              .created(
                  "usage_metric.created",
                  "{'name':'{text}','eventName':'opened','calculation':'count'}")
              .deleted("/usage-metrics/{id}", "usage_metric.deleted"),
          of("key", "/apps/{a}/keys", "keys")
              .created("key.created", NAME)
              .deleted("/apps/{a}/keys/{id}", "key.revoked"),
          of("invitation", "/workspaces/{w}/invitations", "invitations")
              .created("user.invited", "{'email':'{text}@example.com','role':'analyst'}")
              .deleted("/invitations/{id}", "invitation.deleted"),
          of("saved_view", "/workspaces/{w}/saved-views", "savedViews")
              .created(
                  "saved_view.created",
                  "{'name':'{text}','page':'/customers','query':'','shared':true}")
              .changed("/saved-views/{id}", "{'query':'search={text}'}")
              .deleted("/saved-views/{id}", "saved_view.deleted"),
          of("token", "/workspaces/{w}/tokens", "tokens")
              .createdAt(
                  "/me/tokens",
                  "token.created",
                  "{'name':'{text}','role':'analyst','workspaceId':'{w}'}")
              .deleted("/workspaces/{w}/tokens/{id}", "token.ended"),
          of("user", "/workspaces/{w}/users", "users")
              .changed("/workspaces/{w}/users/{id}", "{'role':'{analyst|admin}'}"),
          of("workspace", "/workspaces/{w}", "workspace").changed("/workspaces/{w}", NAME));

  static ObjectKind of(String type, String list, String rows) {
    return new ObjectKind(type, list, rows, "id", "", "", "", "", "", "");
  }

  ObjectKind withId(String field) {
    return new ObjectKind(
        type, list, rows, field, creation, createdAt, createBody, path, changeBody, deletion);
  }

  ObjectKind created(String action, String body) {
    return createdAt(list, action, body);
  }

  ObjectKind createdAt(String other, String action, String body) {
    return new ObjectKind(type, list, rows, id, action, other, body, path, changeBody, deletion);
  }

  ObjectKind changed(String one, String body) {
    return new ObjectKind(
        type, list, rows, id, creation, createdAt, createBody, one, body, deletion);
  }

  ObjectKind deleted(String one, String action) {
    return new ObjectKind(
        type, list, rows, id, creation, createdAt, createBody, one, changeBody, action);
  }

  boolean hasCreation() {
    return !creation.isEmpty();
  }

  boolean hasDeletion() {
    return !deletion.isEmpty();
  }

  boolean hasChange() {
    return !changeBody.isEmpty();
  }
}
