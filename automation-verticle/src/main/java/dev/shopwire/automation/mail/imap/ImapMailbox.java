package dev.shopwire.automation.mail.imap;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An open mailbox. Confined to the event loop that opened it. */
public final class ImapMailbox {
  /** Messages that are searched at once, so that no response is long. */
  private static final int WINDOW = 5_000;

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,9}");

  private final ImapChannel channel;
  private final long messages;

  /**
   * @param messages in the mailbox
   */
  ImapMailbox(ImapChannel channel, long messages) {
    this.channel = channel;
    this.messages = messages;
  }

  /**
   * The oldest unread messages, by their UIDs.
   *
   * @param max how many
   */
  public Future<List<Long>> unread(int max) {
    return unread(1, max, new ArrayList<>());
  }

  private Future<List<Long>> unread(long from, int max, List<Long> found) {
    if (from > messages || found.size() >= max) {
      return Future.succeededFuture(found.subList(0, Math.min(max, found.size())));
    }
    long to = Math.min(messages, from + WINDOW - 1);
    return channel
        .command("searching", "UID SEARCH " + from + ":" + to + " UNSEEN UNDELETED")
        .compose(
            responses -> {
              responses.stream()
                  .filter(each -> each.line().regionMatches(true, 0, "* SEARCH", 0, 8))
                  .flatMap(each -> NUMBER.matcher(each.line().substring(8)).results())
                  .map(number -> Long.parseLong(number.group()))
                  .sorted()
                  .forEach(found::add);
              return unread(to + 1, max, found);
            });
  }

  /**
   * The beginning of a message, which stays unread.
   *
   * @return empty if it is gone
   */
  public Future<Optional<Buffer>> fetch(long uid, int maxBytes) {
    Pattern form = Pattern.compile("\\bUID " + uid + "\\b", Pattern.CASE_INSENSITIVE);
    return channel
        .command("fetching a mail", "UID FETCH " + uid + " (BODY.PEEK[]<0." + maxBytes + ">)")
        .map(
            responses ->
                responses.stream()
                    .filter(each -> !each.literals().isEmpty() && form.matcher(each.line()).find())
                    .map(each -> each.literals().get(0))
                    .findFirst());
  }

  /** Flags a message as read. */
  public Future<Void> markRead(long uid) {
    return channel
        .command("flagging a mail", "UID STORE " + uid + " +FLAGS.SILENT (\\Seen)")
        .mapEmpty();
  }

  /** What the server answers doesn't matter. */
  public void close() {
    channel.command("logging out", "LOGOUT").onComplete(done -> channel.close());
  }

  /** How many messages there are, from the responses to SELECT. */
  static long count(List<ImapResponse> responses) {
    Pattern exists = Pattern.compile("\\* ([0-9]{1,10}) EXISTS", Pattern.CASE_INSENSITIVE);
    return responses.stream()
        .map(each -> exists.matcher(each.line()))
        .filter(Matcher::matches)
        .mapToLong(each -> Long.parseLong(each.group(1)))
        .findFirst()
        .orElse(0);
  }
}
