package dev.shopwire.automation.campaigns.audience;

import java.util.Arrays;

/**
 * Remembers which addresses it has seen before, with 16 bytes for each: it keeps their hashes of 64
 * bits, so that of a million addresses two are taken for one with a probability of 1 to 37 million.
 * Not thread-safe.
 */
public final class AddressSet {
  private static final int INITIAL = 1 << 10;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  // 0 marks a free place; open addressing, at most half full.
  private long[] hashes = new long[INITIAL];
  private int size;

  /** Returns false if the address was there. */
  public boolean add(String address) {
    if (size * 2 >= hashes.length) {
      grow();
    }
    boolean isNew = put(hashes, hash(address));
    size += isNew ? 1 : 0;
    return isNew;
  }

  public int size() {
    return size;
  }

  private void grow() {
    long[] larger = new long[hashes.length * 2];
    Arrays.stream(hashes).filter(hash -> hash != 0).forEach(hash -> put(larger, hash));
    hashes = larger;
  }

  private static boolean put(long[] into, long hash) {
    int mask = into.length - 1;
    int place = (int) (hash >>> 32) & mask;
    while (into[place] != 0) {
      if (into[place] == hash) {
        return false;
      }
      place = (place + 1) & mask;
    }
    into[place] = hash;
    return true;
  }

  /** FNV-1a with the finalizer of MurmurHash3, since FNV mixes the last characters little. */
  private static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    return hash == 0 ? 1 : hash;
  }
}
