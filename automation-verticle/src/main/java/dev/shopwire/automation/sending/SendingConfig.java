package dev.shopwire.automation.sending;

import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * Settings for sending mails.
 *
 * @param retry after mails that were put off, and after servers that could not be used
 * @param expireHours how long a mail is tried
 * @param retentionDays how long mails that are done are kept; 0 to keep them all
 * @param connections PostgreSQL connections of a process
 * @param leaseMillis how long a sender stays with a process that doesn't renew its lease
 * @param renewMillis how often a process renews its leases
 * @param pollMillis how often it looks for mails and for senders that no process has
 */
public record SendingConfig(
    RetrySchedule retry,
    int expireHours,
    int retentionDays,
    int connections,
    int leaseMillis,
    int renewMillis,
    int pollMillis) {
  private static final String RETRY = "mail.retry.seconds";
  private static final int MAX_PAUSE = 86_400;
  private static final int LEASE_MILLIS = 10_000;
  private static final int RENEW_MILLIS = 3_000;
  private static final int POLL_MILLIS = 500;

  public SendingConfig {
    if (renewMillis * 2 > leaseMillis) {
      throw new IllegalArgumentException("A lease is renewed at least twice while it lasts");
    }
  }

  public static SendingConfig of(Settings settings) {
    return new SendingConfig(
        retry(settings),
        settings.integer("mail.expire.hours", 72, 1, 720),
        settings.integer("mail.retention.days", 400, 0, 36_500),
        settings.integer("mail.connections", 4, 1, 100),
        LEASE_MILLIS,
        RENEW_MILLIS,
        POLL_MILLIS);
  }

  private static RetrySchedule retry(Settings settings) {
    String value = settings.text(RETRY, "60,300,900,1800,3600,7200,14400");
    try {
      List<Integer> seconds =
          Arrays.stream(value.split(",", -1)).map(String::strip).map(Integer::valueOf).toList();
      if (seconds.stream().allMatch(each -> each >= 1 && each <= MAX_PAUSE)) {
        return RetrySchedule.seconds(seconds);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw settings.invalid(
        RETRY,
        "seconds from 1 to " + MAX_PAUSE + ", separated by commas, such as 60,300,900",
        value);
  }
}
