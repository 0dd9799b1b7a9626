package dev.shopwire.automation.mail.senders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.smtp.TlsMode;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailConfigTest {
  private static final String URI = "smtp://user:hunter2@smtp.acme.example?tls=optional";

  private static MailConfig config(Map<String, String> environment) {
    return MailConfig.of(Settings.load(Path.of("none"), environment));
  }

  @Test
  void withoutSettingsThereIsNoSender() {
    MailConfig config = config(Map.of());
    assertEquals(Optional.empty(), config.configured());
    assertFalse(config.allowPrivate());
    assertEquals(Duration.ofMinutes(5), config.replyTime());
    assertEquals("http://localhost:8080", config.linksUrl());
    assertEquals(50, config.sendersPerWorkspace());
  }

  @Test
  void theConfiguredSenderHasANameAndAnAddress() {
    Sender sender =
        config(
                Map.of(
                    "SHOPWIRE_MAIL_URI", URI,
                    "SHOPWIRE_MAIL_FROM", "Acme, Inc. <hello@acme.example>",
                    "SHOPWIRE_MAIL_REPLY_MILLIS", "60000"))
            .configured()
            .orElseThrow();
    assertTrue(sender.isConfigured());
    assertEquals(Optional.of("Acme, Inc."), sender.from().name());
    assertEquals("hello@acme.example", sender.from().address().toString());
    assertEquals("acme.example", sender.smtp().heloName());
    assertEquals(TlsMode.OPTIONAL, sender.smtp().tls());
    assertEquals(Duration.ofMinutes(1), sender.smtp().timeouts().finalReply());
    assertFalse(sender.toString().contains("hunter2"));
  }

  @ParameterizedTest
  @CsvSource({
    "SHOPWIRE_MAIL_URI, smtp://user:hunter2@h.example?tls=none",
    "SHOPWIRE_MAIL_URI, http://user:hunter2@h.example",
    "SHOPWIRE_MAIL_FROM, acme.example",
    "SHOPWIRE_MAIL_FROM, Acme <acme.example>",
    "SHOPWIRE_MAIL_REPLY_MILLIS, 1",
    "SHOPWIRE_MAIL_LINKS_URL, api.acme.example",
    "SHOPWIRE_MAIL_LINKS_URL, https://api.acme.example?x=1",
    "SHOPWIRE_MAIL_LINKS_URL, ftp://api.acme.example",
    "SHOPWIRE_LIMITS_MAIL_SENDERS, 0"
  })
  void anInvalidSettingStopsTheStart(String name, String value) {
    Map<String, String> all = new HashMap<>();
    all.put("SHOPWIRE_MAIL_URI", URI);
    all.put("SHOPWIRE_MAIL_FROM", "hello@acme.example");
    all.put(name, value);
    String message =
        String.valueOf(assertThrows(SettingException.class, () -> config(all)).getMessage());
    assertTrue(message.contains(name), message);
    assertFalse(message.contains("hunter2"), message);
  }

  @Test
  void aServerNeedsAnAddress() {
    SettingException error =
        assertThrows(SettingException.class, () -> config(Map.of("SHOPWIRE_MAIL_URI", URI)));
    assertTrue(String.valueOf(error.getMessage()).contains("such as shop@example.com"));
  }

  @Test
  void linksBeginWithTheirBase() {
    assertEquals(
        "https://acme.example/mail",
        config(Map.of("SHOPWIRE_MAIL_LINKS_URL", "https://acme.example/mail/")).linksUrl());
  }
}
