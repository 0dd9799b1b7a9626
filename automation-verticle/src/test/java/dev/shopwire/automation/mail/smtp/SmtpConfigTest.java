package dev.shopwire.automation.mail.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpConfigTest {
  private static final SmtpTimeouts TIMEOUTS = SmtpTimeouts.withFinalReply(Duration.ofMinutes(5));

  private static SmtpConfig parse(String uri) {
    return SmtpConfig.parse(uri, "client.test", TIMEOUTS);
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mail.test, mail.test, 587, REQUIRED",
    "smtp://mail.test:25/?tls=none, mail.test, 25, NONE",
    "SMTP://mail.test?tls=optional, mail.test, 587, OPTIONAL",
    "smtp://mail.test:2525?tls=required, mail.test, 2525, REQUIRED",
    "smtps://mail.test, mail.test, 465, IMPLICIT",
    "smtps://[2001:db8::1]:466, 2001:db8::1, 466, IMPLICIT",
    "smtp://127.0.0.1, 127.0.0.1, 587, REQUIRED"
  })
  void urisAreRead(String uri, String host, int port, TlsMode tls) {
    SmtpConfig config = parse(uri);
    assertEquals(host, config.host());
    assertEquals(port, config.port());
    assertEquals(tls, config.tls());
    assertEquals(Optional.empty(), config.credentials());
  }

  @Test
  void userAndPasswordAreDecodedAndNeverShown() {
    SmtpConfig config = parse("smtp://me%40shop.test:s%3Ae+cr%C3%A9t%25@mail.test");
    assertEquals(Optional.of(new Credentials("me@shop.test", "s:e+crét%")), config.credentials());
    assertFalse(config.toString().contains("crét"), config.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mail.test",
        "http://u:secret@mail.test",
        "smtp:u:secret@mail.test",
        "smtp://u:secret@",
        "smtp://u:secret@:587",
        "smtp://u:sec ret@mail.test",
        "smtp://u:secret%zz@mail.test",
        "smtp://u:secret%0d%0a@mail.test",
        "smtp://u:secret%00@mail.test",
        "smtp://:secret@mail.test",
        "smtp://secret@mail.test",
        "smtp://u:@mail.test",
        "smtp://u:secret@mail.test:0",
        "smtp://u:secret@mail.test:65536",
        "smtp://u:secret@mail.test:secret",
        "smtp://u:secret@mail.test/secret",
        "smtp://u:secret@mail.test#secret",
        "smtp://u:secret@mail.test?tls=secret",
        "smtp://u:secret@mail.test?tls=none",
        "smtp://u:secret@mail.test?tls=required&tls=none",
        "smtp://u:secret@mail.test?secret",
        "smtps://u:secret@mail.test?tls=none",
        "smtp://u:secret@[fe80::1%25eth0]",
        "smtp://u:secret@bücher.test"
      })
  void othersAreRefusedWithoutRepeatingThem(String uri) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> parse(uri));
    assertFalse(String.valueOf(error.getMessage()).contains("secret"), error.getMessage());
    assertEquals(null, error.getCause());
  }
}
