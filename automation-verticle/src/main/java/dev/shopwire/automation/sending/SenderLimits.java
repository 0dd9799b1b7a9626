package dev.shopwire.automation.sending;

/**
 * How fast mails of a sender are sent, by all processes together.
 *
 * @param perSecond 0 for no limit
 * @param perDomainPerMinute to each recipient domain; 0 for no limit
 * @param connections at the same time, at least 1
 */
public record SenderLimits(int perSecond, int perDomainPerMinute, int connections) {
  public SenderLimits {
    if (perSecond < 0 || perDomainPerMinute < 0 || connections < 1) {
      throw new IllegalArgumentException("Limits of a sender are positive");
    }
  }
}
