package dev.shopwire.automation.erasure;

import java.util.Comparator;

/**
 * The erasure of an address of a workspace.
 *
 * @param hash what replaces the address
 */
record ErasureKey(long workspaceId, String hash) implements Comparable<ErasureKey> {
  private static final Comparator<ErasureKey> ORDER =
      Comparator.comparingLong(ErasureKey::workspaceId).thenComparing(ErasureKey::hash);

  @Override
  public int compareTo(ErasureKey other) {
    return ORDER.compare(this, other);
  }
}
