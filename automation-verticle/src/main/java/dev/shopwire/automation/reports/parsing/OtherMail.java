package dev.shopwire.automation.reports.parsing;

import java.util.Locale;

/** Mails that arrive where reports do, and are none that count. */
public enum OtherMail {
  /** An automatic answer, such as a vacation notice (RFC 3834). */
  AUTO_REPLY,
  /** A notice that a mail was displayed or deleted (RFC 8098). */
  DISPOSITION,
  /** A report that someone has passed on: anyone can write one. */
  FORWARDED_REPORT,
  /** A feedback report of another type than abuse. */
  OTHER_FEEDBACK,
  /** A person's answer, or anything else. */
  NOT_A_REPORT;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
