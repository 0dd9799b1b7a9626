package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.mail.UnsubscribeLink;
import java.util.List;

/**
 * What the page shows to a recipient. Public for the compiled template.
 *
 * @param workspace the sender's name for itself
 * @param topicId the topic of the mail that led here; 0 if it had none
 * @param isSaved whether a choice was just saved
 */
public record PreferencePage(
    String workspace, String email, long topicId, boolean isSaved, Preferences preferences) {
  static PreferencePage of(
      String workspace, UnsubscribeLink link, boolean isSaved, Preferences preferences) {
    return new PreferencePage(workspace, link.email(), link.topicId(), isSaved, preferences);
  }

  /** One topic of the list. */
  public record Row(String id, String name, boolean isReceived, boolean isUnsubscribed) {}

  /** The mail's topic first, which is what the recipient came for. */
  public List<Row> rows() {
    return preferences.topics().stream()
        .sorted((a, b) -> Boolean.compare(b.id() == topicId, a.id() == topicId))
        .map(
            topic ->
                new Row(
                    Long.toString(topic.id()),
                    topic.name(),
                    topic.isReceived(),
                    topic.isUnsubscribed()))
        .toList();
  }

  /** The id of the mail's topic, as rows have it. */
  public String topic() {
    return Long.toString(topicId);
  }

  /** Whether the mail had no topic, so that all mails are what the recipient came for. */
  public boolean isAboutAll() {
    return topicId == 0;
  }

  public boolean receivesAny() {
    return preferences.receivesAny();
  }

  public boolean isUnsubscribed() {
    return preferences.isUnsubscribed();
  }
}
