package dev.shopwire.automation.sending;

import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.recipients.RecipientValues;

/**
 * What a mail may take of the heap while it is made: its values, the rendered mail, and in
 * quoted-printable up to three times that. Nearly all mails are small; reserving for each what the
 * largest ones need would let few be made at once.
 */
public enum SizeClass {
  SMALL(1 << 20, 128 << 10, 160 << 10),
  LARGE(5 << 20, RecipientValues.MAX_VALUES, MailTemplate.MAX_MAIL);

  private final long reservation;
  private final int maxValues;
  private final int maxMail;

  SizeClass(long reservation, int maxValues, int maxMail) {
    this.reservation = reservation;
    this.maxValues = maxValues;
    this.maxMail = maxMail;
  }

  /** What is reserved for a mail of this class, in bytes. */
  long reservation() {
    return reservation;
  }

  /** Of a customer's values together, in bytes. */
  public int maxValues() {
    return maxValues;
  }

  /** Of a rendered mail, in bytes of UTF-8. */
  public int maxMail() {
    return maxMail;
  }
}
