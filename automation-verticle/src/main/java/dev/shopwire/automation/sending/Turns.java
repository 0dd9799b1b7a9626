package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The mails that a lane sends next, in their order. Single mails go first, but after some of them
 * one of a campaign does, so that neither waits for all of the others. Not thread-safe.
 */
final class Turns {
  /** Single mails for one of a campaign, while there are both. */
  static final int SINGLES = 4;

  private final Deque<Mail> singles = new ArrayDeque<>();
  private final Deque<Mail> bulk = new ArrayDeque<>();
  private int singlesInRow;

  void add(Collection<Mail> mails) {
    mails.forEach(mail -> (mail.isBulk() ? bulk : singles).add(mail));
  }

  /** Takes the next mail that is ready. */
  Optional<Mail> next(Predicate<Mail> isReady) {
    boolean bulkFirst = singlesInRow >= SINGLES;
    Optional<Mail> found = take(bulkFirst ? bulk : singles, isReady);
    if (found.isEmpty()) {
      found = take(bulkFirst ? singles : bulk, isReady);
    }
    found.ifPresent(mail -> singlesInRow = mail.isBulk() ? 0 : singlesInRow + 1);
    return found;
  }

  private static Optional<Mail> take(Deque<Mail> mails, Predicate<Mail> isReady) {
    for (Iterator<Mail> each = mails.iterator(); each.hasNext(); ) {
      Mail mail = each.next();
      if (isReady.test(mail)) {
        each.remove();
        return Optional.of(mail);
      }
    }
    return Optional.empty();
  }

  int size() {
    return singles.size() + bulk.size();
  }

  /** All mails, which are not sent now. */
  List<Mail> removeAll() {
    List<Mail> all = new ArrayList<>(singles);
    all.addAll(bulk);
    singles.clear();
    bulk.clear();
    return all;
  }
}
