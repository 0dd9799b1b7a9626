package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.campaigns.audience.Addressee;
import dev.shopwire.automation.campaigns.audience.RecipientAddresses;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.messages.MailMessages.Queued;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.templates.store.Templates;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Queues the mails of steps, in the transaction of their runs. For one transaction. */
final class MailSteps {
  private final SqlConnection connection;
  private final long workspaceId;
  private final long fallbackSender;

  /**
   * @param fallbackSender of workspaces whose settings name none
   */
  MailSteps(SqlConnection connection, long workspaceId, long fallbackSender) {
    this.connection = connection;
    this.workspaceId = workspaceId;
    this.fallbackSender = fallbackSender;
  }

  private record StepOfRun(long runId, String step) {}

  /** Performs the e-mail steps of runs; returns how many mails were queued. */
  Future<Integer> act(List<RunWork> runs) {
    if (runs.isEmpty()) {
      return Future.succeededFuture(0);
    }
    Set<Long> templates =
        runs.stream()
            .map(run -> step(run).templateId())
            .collect(Collectors.toCollection(TreeSet::new));
    Map<Long, Integer> versions = new HashMap<>();
    List<Future<?>> reads = new ArrayList<>();
    for (long template : templates) {
      reads.add(
          Templates.version(connection, workspaceId, template)
              .map(version -> versions.put(template, version))
              .recover(MailSteps::withoutDeleted));
    }
    Future<AutomationSettings> settings = AutomationSettings.read(connection, workspaceId);
    Future<RecipientAddresses> addresses =
        RecipientAddresses.read(
            connection, workspaceId, runs.stream().map(run -> run.record().customerId()).toList());
    reads.add(settings);
    reads.add(addresses);
    return Transactions.join(reads)
        .compose(
            read -> {
              long sender = settings.result().defaultSender().orElse(fallbackSender);
              List<RunWork> able = new ArrayList<>();
              for (RunWork run : runs) {
                if (versions.containsKey(step(run).templateId())) {
                  able.add(run);
                } else {
                  run.fail(Failure.notFound("template"));
                }
              }
              return queue(
                      able.stream()
                          .flatMap(run -> mails(run, addresses.result(), sender, versions).stream())
                          .toList())
                  .map(queued -> record(able, queued));
            });
  }

  /** What an archived flow uses may be deleted while its runs finish. */
  private static Future<Integer> withoutDeleted(Throwable error) {
    return error instanceof Failure failure && failure.code() == Code.NOT_FOUND
        ? Future.succeededFuture(0)
        : Future.failedFuture(error);
  }

  private static Step.Email step(RunWork run) {
    return (Step.Email) run.acts().orElseThrow();
  }

  private static List<NewMail> mails(
      RunWork run, RecipientAddresses addresses, long sender, Map<Long, Integer> versions) {
    Step.Email step = step(run);
    Map<String, NewMail> mails = new HashMap<>();
    for (Addressee addressee : addresses.choose(run.record().customerId(), step.to())) {
      NewMail mail =
          new NewMail(
              Cause.flow(run.record().version().flowId(), run.record().id(), step.id()),
              addressee.customerId(),
              addressee.contactId(),
              addressee.address(),
              step.senderId().orElse(sender),
              step.templateId(),
              versions.getOrDefault(step.templateId(), 0),
              step.topicId().orElse(0L),
              step.isTransactional(),
              run.plan().definition().ignoresFrequencyCap());
      mails.putIfAbsent(mail.emailKey(), mail);
    }
    return List.copyOf(mails.values());
  }

  private Future<List<Queued>> queue(List<NewMail> mails) {
    List<Queued> queued = new ArrayList<>();
    Future<Void> done = Future.succeededFuture();
    for (int from = 0; from < mails.size(); from += MessageQueue.MAX) {
      List<NewMail> part = mails.subList(from, Math.min(mails.size(), from + MessageQueue.MAX));
      done =
          done.compose(before -> MessageQueue.addOfSteps(connection, workspaceId, part))
              .map(
                  added -> {
                    queued.addAll(added);
                    return null;
                  });
    }
    return done.map(all -> queued);
  }

  private static int record(List<RunWork> runs, List<Queued> queued) {
    Map<StepOfRun, List<Long>> ids = new HashMap<>();
    for (Queued mail : queued) {
      if (mail.runId() != null && mail.step() != null) {
        ids.computeIfAbsent(new StepOfRun(mail.runId(), mail.step()), key -> new ArrayList<>())
            .add(mail.id());
      }
    }
    for (RunWork run : runs) {
      List<Long> messages =
          ids.getOrDefault(new StepOfRun(run.record().id(), step(run).id()), List.of());
      run.acted(
          messages.isEmpty()
              ? Outcome.of("no_recipient")
              : new Outcome("queued", messages.stream().sorted().toList(), Optional.empty()));
    }
    return queued.size();
  }
}
