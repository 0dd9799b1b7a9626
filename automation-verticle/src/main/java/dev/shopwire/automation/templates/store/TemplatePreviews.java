package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.Rendered;
import dev.shopwire.automation.templates.recipients.Occasion;
import dev.shopwire.automation.templates.recipients.Recipient;
import dev.shopwire.automation.templates.recipients.RecipientValues;
import dev.shopwire.automation.templates.rendering.Missing;
import dev.shopwire.automation.templates.rendering.Values;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Shows what a template becomes with the data of a customer. Not thread-safe; use from one event
 * loop.
 */
public final class TemplatePreviews {
  private final Pool pool;
  private final TemplateStore store;
  private final TemplateWork work;
  private final String exampleLink;

  public TemplatePreviews(Pool pool, TemplateStore store, TemplateWork work, String exampleLink) {
    this.pool = pool;
    this.store = store;
    this.work = work;
    this.exampleLink = exampleLink;
  }

  public Future<JsonResponse> preview(AdminRequest request) {
    PreviewInput input = PreviewInput.read(request.body());
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> template(workspaceId, request.id()))
        .compose(
            template ->
                Snapshots.read(pool, connection -> values(connection, workspaceId, template, input))
                    .compose(values -> work.run(workspaceId, () -> template.render(values))))
        .map(TemplatePreviews::respond);
  }

  private Future<MailTemplate> template(long workspaceId, long id) {
    return MailTemplateTable.requireVersion(pool, workspaceId, id)
        .compose(version -> store.load(workspaceId, id, version))
        .map(found -> found.orElseThrow(MailTemplateTable::unknown));
  }

  private Future<Values> values(
      SqlConnection connection, long workspaceId, MailTemplate template, PreviewInput input) {
    return CustomerRows.require(connection, workspaceId, input.customer())
        .map(customer -> new Recipient(customer.id(), input.contactId()))
        .compose(
            recipient ->
                RecipientValues.read(connection, workspaceId, template, List.of(recipient))
                    .map(read -> values(read, recipient, input)));
  }

  private Values values(RecipientValues read, Recipient recipient, PreviewInput input) {
    if (read.isTooLarge(recipient)) {
      throw tooLarge();
    }
    return read.of(recipient, new Occasion(input.event(), exampleLink, exampleLink))
        .orElseThrow(
            () ->
                Failure.invalid(
                    "/contactId", "unknown_contact", "The customer has no such contact"));
  }

  private static Failure tooLarge() {
    return Failure.of(
        Code.INVALID,
        "mail_too_large",
        "With the data of this customer, the mail exceeds " + MailTemplate.MAX_MAIL + " bytes");
  }

  private static JsonResponse respond(Rendered mail) {
    if (mail.isTooLarge()) {
      throw tooLarge();
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("subject", mail.subject());
    json.put("html", mail.html());
    json.put("text", mail.text());
    json.put("missing", paths(mail.missing().stream()));
    json.put(
        "invalidUrls",
        paths(mail.missing().stream().filter(each -> each.reason() == Missing.Reason.NOT_A_URL)));
    return JsonResponse.of(Map.of("preview", json));
  }

  private static List<String> paths(Stream<Missing> missing) {
    return missing.map(each -> each.path().text()).distinct().toList();
  }
}
