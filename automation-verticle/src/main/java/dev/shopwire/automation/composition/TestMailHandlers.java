package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.messages.MessageLog;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.templates.store.Templates;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for test mails: one to one address, whatever the sandbox. Runs on
 * the caller's event loop.
 */
public final class TestMailHandlers {
  /** In an hour, of a workspace: tests are no way to send mails. */
  static final int MAX_AN_HOUR = 30;

  private static final Duration RETRY = Duration.ofMinutes(5);

  private final Vertx vertx;
  private final Pool pool;
  private final long fallback;

  /**
   * @param hasConfigured whether the operator has configured a sender
   */
  public TestMailHandlers(Vertx vertx, Pool pool, boolean hasConfigured) {
    this.vertx = vertx;
    this.pool = pool;
    this.fallback = hasConfigured ? Sender.CONFIGURED : Mail.OUTBOX;
  }

  /** Responds once the mail is queued; its state later says what came of it. */
  public Future<JsonResponse> send(AdminRequest request) {
    TestMailInput input = TestMailInput.read(request.body());
    return Transactions.run(pool, connection -> queue(connection, request, input))
        .onSuccess(queued -> MessageQueue.wake(vertx))
        .map(message -> JsonResponse.of(Map.<String, @Nullable Object>of("message", message)));
  }

  private Future<Map<String, @Nullable Object>> queue(
      SqlConnection connection, AdminRequest request, TestMailInput input) {
    long workspaceId = request.caller().workspaceId();
    return Templates.require(connection, workspaceId, request.id())
        .compose(
            template ->
                checkRate(connection, workspaceId)
                    .compose(fits -> mail(connection, workspaceId, template, input))
                    .compose(
                        mail ->
                            MessageQueue.add(connection, workspaceId, mail.cause(), List.of(mail)))
                    .map(queued -> queued.get(0).id())
                    .compose(id -> record(connection, request, template, input, id).map(id)))
        .compose(id -> MessageLog.require(connection, request.caller(), workspaceId, id));
  }

  private static Future<Void> checkRate(SqlConnection connection, long workspaceId) {
    return MessageQueue.recentTests(connection, workspaceId, MAX_AN_HOUR)
        .map(
            tests -> {
              if (tests >= MAX_AN_HOUR) {
                throw Failure.rateLimited(
                    "test_mail_limit_reached",
                    "A workspace sends at most " + MAX_AN_HOUR + " test mails an hour",
                    RETRY);
              }
              return null;
            });
  }

  /** Transactional, so that who has unsubscribed can test, too. */
  private Future<NewMail> mail(
      SqlConnection connection, long workspaceId, Templates.Current template, TestMailInput input) {
    return customer(connection, workspaceId, input)
        .compose(
            customer ->
                sender(connection, workspaceId, input)
                    .map(
                        sender ->
                            new NewMail(
                                Cause.test(),
                                customer.orElse(null),
                                null,
                                MailAddress.parse(input.to()),
                                sender,
                                template.id(),
                                template.version(),
                                0,
                                true)));
  }

  private static Future<Optional<Long>> customer(
      SqlConnection connection, long workspaceId, TestMailInput input) {
    return input
        .customer()
        .map(
            reference ->
                CustomerRows.require(connection, workspaceId, reference)
                    .map(found -> Optional.of(found.id())))
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  /** The given one, else the workspace's default, else the configured one, else the outbox. */
  private Future<Long> sender(SqlConnection connection, long workspaceId, TestMailInput input) {
    return input
        .senderId()
        .map(id -> Senders.exists(connection, workspaceId, id).map(exists -> known(id, exists)))
        .orElseGet(
            () ->
                AutomationSettings.read(connection, workspaceId)
                    .map(settings -> settings.defaultSender().orElse(fallback)));
  }

  private static long known(long senderId, boolean exists) {
    if (!exists) {
      throw Failure.invalid("/sender", "unknown_sender", "The workspace has no such sender");
    }
    return senderId;
  }

  private static Future<Void> record(
      SqlConnection connection,
      AdminRequest request,
      Templates.Current template,
      TestMailInput input,
      long messageId) {
    return AuditLog.write(
        connection,
        request.caller(),
        AuditEntry.of(
            "mail_template.tested",
            template.auditObject(),
            Map.of("to", input.to(), "messageId", Long.toString(messageId))));
  }
}
