package dev.shopwire.automation.suppressions;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * Makes the hashes that stand for erased addresses: HMAC-SHA256 of workspace and address. Without
 * the key a hash doesn't reveal its address, not even to an attacker who tries all addresses.
 * Thread-safe.
 */
public final class AddressHashes {
  /** What every hash begins with, and no address. */
  public static final String PREFIX = "erased:";

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final byte[] hashKey;
  private final SecretKeys sealingKey;
  private final SecretVault vault;

  /**
   * @param key at least one byte
   */
  public AddressHashes(byte[] key) {
    hashKey = Hmac.of(key, "hashes of addresses".getBytes(US_ASCII));
    sealingKey = SecretKeys.of(Hmac.of(key, "addresses to erase".getBytes(US_ASCII)));
    vault = new SecretVault(sealingKey);
  }

  /**
   * The hash of an address.
   *
   * @param emailKey as addresses are compared
   */
  public String of(long workspaceId, String emailKey) {
    byte[] workspace = ByteBuffer.allocate(Long.BYTES).putLong(workspaceId).array();
    return PREFIX + TEXT.encodeToString(Hmac.of(hashKey, workspace, emailKey.getBytes(UTF_8)));
  }

  /** Encrypts an address of which only this hash is stored. */
  public Buffer seal(String hash, String emailKey) {
    return vault.encrypt(hash.getBytes(US_ASCII), emailKey).bytes();
  }

  /** What was {@link #seal sealed}; empty if it wasn't with this hash and key. */
  public Optional<String> open(String hash, Buffer sealed) {
    return vault.decrypt(hash.getBytes(US_ASCII), new Encrypted(sealingKey.first().id(), sealed));
  }
}
