package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.MailContents.Later;
import dev.shopwire.automation.sending.MailContents.Prepared;
import dev.shopwire.automation.sending.MailContents.Ready;
import dev.shopwire.automation.sending.MailContents.Refused;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Has the mails of a lane made, and sorts what came of them. Not thread-safe; use from one event
 * loop.
 */
final class MailMaking {
  private final Vertx vertx;
  private final MailContents contents;
  private final Commits commits;
  private final MailMemory memory;
  private final Consumer<List<Mail>> later;

  /**
   * @param later takes mails that can't be made at this moment
   */
  MailMaking(
      Vertx vertx,
      MailContents contents,
      Commits commits,
      MailMemory memory,
      Consumer<List<Mail>> later) {
    this.vertx = vertx;
    this.contents = contents;
    this.commits = commits;
    this.memory = memory;
    this.later = later;
  }

  /** Those that can be sent; the states of those that are refused are recorded. */
  Future<List<PreparedMail>> make(List<Mail> mails) {
    return Future.succeededFuture(mails)
        .compose(contents::prepare)
        .compose(made -> deflate(mails, made).onSuccess(ready -> sort(mails, made, ready)));
  }

  private Future<List<PreparedMail>> deflate(List<Mail> mails, List<Prepared> made) {
    return vertx.executeBlocking(
        () -> {
          List<PreparedMail> ready = new ArrayList<>();
          for (int i = 0; i < mails.size(); i++) {
            if (made.get(i) instanceof Ready content) {
              ready.add(PreparedMail.of(mails.get(i), content));
            }
          }
          return ready;
        },
        false);
  }

  private void sort(List<Mail> mails, List<Prepared> made, List<PreparedMail> ready) {
    List<Mail> waiting = new ArrayList<>();
    for (int i = 0; i < mails.size(); i++) {
      Mail mail = mails.get(i);
      if (made.get(i) instanceof Refused refused) {
        memory.release(mail.id());
        commits.add(Result.refused(mail, refused));
      } else if (made.get(i) instanceof Later) {
        waiting.add(mail);
      }
    }
    ready.forEach(mail -> memory.shrink(mail.mail().id(), mail.bytes()));
    later.accept(waiting);
  }
}
