package dev.shopwire.common.config;

/** A setting that is wrong or unknown: its message names the setting and what was expected. */
public final class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SettingException(String message) {
    super(message);
  }
}
