package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.runs.events.RunEvents;
import dev.shopwire.automation.sending.MailContents;
import dev.shopwire.automation.sending.SizeClass;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.recipients.Occasion;
import dev.shopwire.automation.templates.recipients.Recipient;
import dev.shopwire.automation.templates.recipients.RecipientValues;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.automation.templates.rendering.Values;
import dev.shopwire.automation.templates.store.TemplateStore;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes mails of their templates with the values of the moment, after the sandbox has let them
 * pass. Not thread-safe; use from one event loop, which renders nothing itself.
 */
final class ComposedMails implements MailContents {
  private static final Logger LOG = LoggerFactory.getLogger(ComposedMails.class);
  private static final BackgroundTaskLog LATER =
      new BackgroundTaskLog(LOG, "Making of mails of one template");

  private final WorkerExecutor workers;
  private final Pool pool;
  private final SenderCache senders;
  private final TemplateStore templates;
  private final Composer composer;
  private final MailLinks links;

  /**
   * @param workers render and sign mails; as many as may occupy processors
   * @param linksUrl where recipients reach the public port, without a slash at its end
   */
  ComposedMails(
      WorkerExecutor workers,
      Pool pool,
      SenderCache senders,
      TemplateStore templates,
      String linksUrl,
      UUID installation) {
    this.workers = workers;
    this.pool = pool;
    this.senders = senders;
    this.templates = templates;
    this.links = new MailLinks(linksUrl, installation);
    this.composer = new Composer(links, installation);
  }

  /** Mails whose content is made of the same things. */
  private record Group(long workspaceId, long senderId, long templateId, int templateVersion) {
    static Group of(Mail mail) {
      return new Group(
          mail.workspaceId(), mail.senderId(), mail.templateId(), mail.templateVersion());
    }
  }

  /** What all mails of a group share. */
  private record Parts(
      AutomationSettings settings, Optional<Sender> sender, Optional<MailTemplate> template) {}

  @Override
  public Future<List<Prepared>> prepare(List<Mail> mails, SizeClass size) {
    Map<Group, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < mails.size(); i++) {
      List<Integer> members =
          groups.computeIfAbsent(Group.of(mails.get(i)), group -> new ArrayList<>());
      members.add(i);
    }
    Prepared[] prepared = new Prepared[mails.size()];
    Future<Void> done = Future.succeededFuture();
    for (Map.Entry<Group, List<Integer>> group : groups.entrySet()) {
      List<Integer> positions = group.getValue();
      for (int from = 0; from < positions.size(); from += RecipientValues.MAX_RECIPIENTS) {
        int to = Math.min(positions.size(), from + RecipientValues.MAX_RECIPIENTS);
        List<Integer> part = positions.subList(from, to);
        done =
            done.compose(before -> prepare(group.getKey(), mails, part, size, prepared))
                .recover(error -> postpone(error, part, prepared));
      }
    }
    return done.map(all -> List.of(prepared));
  }

  /**
   * What keeps mails of one template from being made keeps no others: the threads that read
   * templates are busy, or one can't be read. Without PostgreSQL none can be made.
   */
  private static Future<Void> postpone(
      Throwable error, List<Integer> positions, Prepared[] prepared) {
    if (!(error instanceof Failure)) {
      return Future.failedFuture(error);
    }
    LATER.failed(error);
    positions.forEach(position -> prepared[position] = new Later());
    return Future.succeededFuture();
  }

  private Future<Void> prepare(
      Group group, List<Mail> mails, List<Integer> positions, SizeClass size, Prepared[] prepared) {
    return parts(group)
        .compose(
            parts -> {
              List<Integer> passing = new ArrayList<>();
              for (int position : positions) {
                Optional<Refused> refused = refusal(mails.get(position), parts);
                refused.ifPresentOrElse(
                    reason -> prepared[position] = reason, () -> passing.add(position));
              }
              return passing.isEmpty()
                  ? Future.succeededFuture()
                  : compose(
                      group.workspaceId(),
                      parts.sender(),
                      parts.template().orElseThrow(),
                      mails,
                      passing,
                      size,
                      prepared);
            });
  }

  private Future<Parts> parts(Group group) {
    Future<AutomationSettings> settings = AutomationSettings.read(pool, group.workspaceId());
    Future<Optional<Sender>> sender =
        group.senderId() == Mail.OUTBOX
            ? Future.succeededFuture(Optional.empty())
            : senders.load(group.senderId());
    Future<Optional<MailTemplate>> template =
        templates
            .load(group.workspaceId(), group.templateId(), group.templateVersion())
            .recover(ComposedMails::withoutInvalid);
    return Future.all(settings, sender, template)
        .map(all -> new Parts(settings.result(), sender.result(), template.result()));
  }

  /** A version that an upgrade has made invalid stays so: its mails fail. */
  private static Future<Optional<MailTemplate>> withoutInvalid(Throwable error) {
    return error instanceof Failure failure && failure.code() == Code.INVALID
        ? Future.succeededFuture(Optional.empty())
        : Future.failedFuture(error);
  }

  private static Optional<Refused> refusal(Mail mail, Parts parts) {
    if (mail.senderId() != Mail.OUTBOX && parts.sender().isEmpty()) {
      return Optional.of(new Refused("failed", "sender_removed", Optional.empty()));
    }
    if (parts.template().isEmpty()) {
      return Optional.of(
          Composer.refused("render_error", "The template no longer exists, or is no longer valid"));
    }
    boolean passes = mail.isTest() || parts.settings().allows(MailAddress.parse(mail.recipient()));
    return passes
        ? Optional.empty()
        : Optional.of(new Refused("suppressed", "sandbox", Optional.empty()));
  }

  private Future<Void> compose(
      long workspaceId,
      Optional<Sender> sender,
      MailTemplate template,
      List<Mail> mails,
      List<Integer> positions,
      SizeClass size,
      Prepared[] prepared) {
    List<Recipient> recipients =
        positions.stream()
            .map(mails::get)
            .filter(mail -> mail.customerId() != null)
            .map(ComposedMails::recipient)
            .distinct()
            .toList();
    List<Long> runs =
        positions.stream().map(mails::get).map(Mail::runId).filter(Objects::nonNull).toList();
    return RecipientValues.read(pool, workspaceId, template, recipients, size.maxValues())
        .compose(
            values ->
                RunEvents.read(pool, workspaceId, runs)
                    .compose(
                        events ->
                            workers.executeBlocking(
                                () -> {
                                  for (int position : positions) {
                                    prepared[position] =
                                        composeSafely(
                                            mails.get(position),
                                            sender,
                                            template,
                                            values,
                                            events,
                                            size);
                                  }
                                  return null;
                                },
                                false)));
  }

  /** A bug that shows with one mail keeps none of the others. */
  private Prepared composeSafely(
      Mail mail,
      Optional<Sender> sender,
      MailTemplate template,
      RecipientValues values,
      RunEvents events,
      SizeClass size) {
    try {
      return compose(mail, sender, template, values, events, size);
    } catch (RuntimeException e) {
      LOG.error("Mail {} can't be made", mail.id(), e);
      return Composer.refused("render_error", "The mail could not be made; see the log");
    }
  }

  private static Recipient recipient(Mail mail) {
    Long customerId = mail.customerId();
    Long contactId = mail.contactId();
    return new Recipient(
        customerId == null ? 0 : customerId, contactId == null ? Recipient.NO_CONTACT : contactId);
  }

  private Prepared compose(
      Mail mail,
      Optional<Sender> sender,
      MailTemplate template,
      RecipientValues values,
      RunEvents events,
      SizeClass size) {
    String link = links.unsubscribe(mail);
    Occasion occasion = new Occasion(events.properties(mail.runId()), link, link);
    if (mail.customerId() == null) {
      return composer.compose(mail, sender, template, path -> example(path, link), size);
    }
    Recipient recipient = recipient(mail);
    if (values.isTooLarge(recipient)) {
      return Composer.tooLarge(size, "The customer's values exceed " + size.maxValues() + " bytes");
    }
    Optional<Values> found = values.of(recipient, occasion);
    return found
        .map(read -> composer.compose(mail, sender, template, read, size))
        .orElseGet(() -> Composer.refused("missing_value", "The customer or contact is gone"));
  }

  /** In a test mail without a customer, paths stand for themselves. */
  private static Optional<TemplateValue> example(TemplatePath path, String link) {
    return TemplateValue.of(
        path == TemplatePath.Fixed.UNSUBSCRIBE_URL || path == TemplatePath.Fixed.PREFERENCES_URL
            ? link
            : path.text());
  }
}
