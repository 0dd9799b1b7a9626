package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.MailContents.Later;
import dev.shopwire.automation.sending.MailContents.Prepared;
import dev.shopwire.automation.sending.MailContents.Ready;
import dev.shopwire.automation.sending.MailContents.Refused;
import dev.shopwire.automation.sending.MailContents.TooLarge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Has the mails of a lane made, and sorts what came of them. Not thread-safe; use from one event
 * loop.
 */
final class MailMaking {
  /** For mails that can't be made at this moment. */
  private static final Duration LATER = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final MailContents contents;
  private final Commits commits;
  private final MailMemory memory;
  private final BiConsumer<List<Mail>, Duration> putOff;
  private final SizeClasses sizes = new SizeClasses();

  /**
   * @param putOff takes mails that are to be made again, and after how long
   */
  MailMaking(
      Vertx vertx,
      MailContents contents,
      Commits commits,
      MailMemory memory,
      BiConsumer<List<Mail>, Duration> putOff) {
    this.vertx = vertx;
    this.contents = contents;
    this.commits = commits;
    this.memory = memory;
    this.putOff = putOff;
  }

  /** The class of size that a mail is taken to have, as others of its template. */
  SizeClass size(Mail mail) {
    return sizes.of(mail);
  }

  /**
   * Those that can be sent; the states of those that are refused are recorded.
   *
   * @param size of all of them, for which memory is reserved
   */
  Future<List<PreparedMail>> make(List<Mail> mails, SizeClass size) {
    return Future.succeededFuture(mails)
        .compose(all -> contents.prepare(all, size))
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
    List<Mail> later = new ArrayList<>();
    List<Mail> tooLarge = new ArrayList<>();
    for (int i = 0; i < mails.size(); i++) {
      Mail mail = mails.get(i);
      if (made.get(i) instanceof Refused refused) {
        memory.release(mail.id());
        commits.add(Result.refused(mail, refused));
      } else if (made.get(i) instanceof Later) {
        later.add(mail);
      } else if (made.get(i) instanceof TooLarge) {
        sizes.addLarge(mail);
        tooLarge.add(mail);
      }
    }
    ready.forEach(mail -> memory.shrink(mail.mail().id(), mail.bytes()));
    putOff.accept(later, LATER);
    putOff.accept(tooLarge, Duration.ZERO);
  }
}
