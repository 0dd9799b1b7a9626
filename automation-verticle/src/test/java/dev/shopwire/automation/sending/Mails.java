package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Makes mails for tests. */
final class Mails {
  private Mails() {}

  static Mail single(long id) {
    return mail(id, Optional.empty());
  }

  static Mail ofCampaign(long id) {
    return mail(id, Optional.of(7L));
  }

  private static Mail mail(long id, Optional<Long> campaign) {
    return new Mail(
        1,
        id,
        campaign.isPresent() ? "campaign" : "test",
        null,
        null,
        null,
        campaign.orElse(null),
        null,
        null,
        "Ada@a.test",
        "ada@a.test",
        0,
        1,
        1,
        0,
        false,
        OffsetDateTime.now(ZoneOffset.UTC),
        0);
  }
}
