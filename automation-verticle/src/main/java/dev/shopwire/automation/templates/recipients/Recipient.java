package dev.shopwire.automation.templates.recipients;

/**
 * Whom a mail is about.
 *
 * @param contactId one of the customer's contacts; 0 for none
 */
public record Recipient(long customerId, long contactId) {
  /** Stands for no contact. */
  public static final long NO_CONTACT = 0;

  boolean hasContact() {
    return contactId != NO_CONTACT;
  }
}
