package dev.shopwire.common.config;

/** An invalid or unknown setting: the message names the setting and what was expected. */
public final class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SettingException(String message) {
    super(message);
  }
}
