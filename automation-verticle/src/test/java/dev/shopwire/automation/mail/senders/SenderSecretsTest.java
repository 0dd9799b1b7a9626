package dev.shopwire.automation.mail.senders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.automation.mail.senders.SecretTable.Stored;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SenderSecretsTest {
  private static final String URI = "smtp://user:password@smtp.acme.example";

  private final SenderSecrets secrets = new SenderSecrets(SecretKeys.random());
  private final Encrypted encrypted = secrets.encrypt(1, 2, "smtp", URI);

  @Test
  void aSecretIsReadableForItsSenderAndKind() {
    assertEquals(
        Map.of(SecretKind.SMTP, URI),
        secrets.decrypt(List.of(new Stored(1, 2, "smtp", encrypted))));
  }

  @Test
  void aSecretIsReadableForNothingElse() {
    for (Stored other :
        List.of(
            new Stored(2, 2, "smtp", encrypted),
            new Stored(1, 1, "smtp", encrypted),
            new Stored(12, 2, "smtp", encrypted),
            new Stored(1, 2, "imap", encrypted))) {
      assertEquals(Optional.empty(), secrets.decrypt(other));
    }
  }

  @Test
  void withoutItsKeyASenderIsUnavailable() {
    SenderSecrets others = new SenderSecrets(SecretKeys.random());
    Failure failure =
        assertThrows(
            Failure.class, () -> others.decrypt(List.of(new Stored(1, 2, "smtp", encrypted))));
    assertEquals("sender_unreadable", failure.reason());
  }
}
