package dev.shopwire.webhook.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SigningSecretVaultTest {
  private static final String TEXT = "whsec_of-an-endpoint";
  private static final String ZEROS = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

  private final SigningSecretVault vault =
      new SigningSecretVault(
          SigningKeys.config(
                  Settings.load(Path.of("none"), Map.of("SHOPWIRE_WEBHOOK_SECRET_KEYS", ZEROS)))
              .load());

  @Test
  void aSealedSecretOpensOnlyForItsEndpoint() {
    Encrypted encrypted = vault.encrypt(1, 2, TEXT);
    assertEquals(Optional.of(TEXT), vault.decrypt(1, 2, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(1, 3, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(2, 2, encrypted));
    assertEquals(Optional.empty(), vault.decrypt(2, 1, encrypted));
  }

  @Test
  void aSecretStoredByAnEarlierVersionOpens() {
    Buffer stored =
        Buffer.buffer(
            HexFormat.of()
                .parseHex(
                    "000102030405060708090a0bffa3403763a2e09fef193cc8986dba7c3b05c6ee4624b8d883f514af4c01ce4fce9c6752"));
    assertEquals(Optional.of(TEXT), vault.decrypt(1, 2, new Encrypted("66687aadf862bd77", stored)));
  }
}
