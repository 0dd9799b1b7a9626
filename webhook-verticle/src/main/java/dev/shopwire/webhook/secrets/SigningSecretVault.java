package dev.shopwire.webhook.secrets;

import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Encrypts signing secrets, each bound to its endpoint. Thread-safe; does not block. */
public final class SigningSecretVault {
  private final SecretVault vault;

  public SigningSecretVault(SecretKeys keys) {
    vault = new SecretVault(keys);
  }

  public Encrypted encrypt(long workspaceId, long endpointId, String text) {
    return vault.encrypt(context(workspaceId, endpointId), text);
  }

  /** Empty if the key is unknown, or if {@code encrypted} was not sealed for this endpoint. */
  public Optional<String> decrypt(long workspaceId, long endpointId, Encrypted encrypted) {
    return vault.decrypt(context(workspaceId, endpointId), encrypted);
  }

  private static byte[] context(long workspaceId, long endpointId) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(workspaceId).putLong(endpointId).array();
  }
}
