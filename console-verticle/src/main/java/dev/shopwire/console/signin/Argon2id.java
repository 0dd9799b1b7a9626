package dev.shopwire.console.signin;

import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.FixedBlockPool;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords with Argon2id (RFC 9106), in the PHC string format. Passwords are compared in
 * Unicode's form NFC, since keyboards differ in what they send. Takes tens of milliseconds and 19
 * MiB; thread-safe.
 */
final class Argon2id {
  private static final int MEMORY_KIB = 19 << 10;

  /** What the generator needs besides, of 1 KiB each as the others. */
  private static final int WORKING_BLOCKS = 16;

  private static final int ITERATIONS = 2;
  private static final int PARALLELISM = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final Pattern FORM =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=(\\d{1,2})"
              + "\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * The thread's memory for the next hash: allocating as much for each would make the garbage
   * collector run several times a second while many users sign in. Cleared by the generator after
   * each use, and released when no user signs in for a while.
   */
  private static final ThreadLocal<@Nullable SoftReference<BlockPool>> MEMORY = new ThreadLocal<>();

  private Argon2id() {}

  /** {@code password} with a new salt, as {@code $argon2id$v=19$m=…,t=…,p=…$<salt>$<hash>}. */
  static String hash(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    byte[] hash = hash(password, MEMORY_KIB, ITERATIONS, PARALLELISM, salt, HASH_BYTES);
    return text(salt, hash);
  }

  /** A hash of the same cost that no password has. */
  static String unmatchable() {
    byte[] salt = new byte[SALT_BYTES];
    byte[] hash = new byte[HASH_BYTES];
    RANDOM.nextBytes(salt);
    RANDOM.nextBytes(hash);
    return text(salt, hash);
  }

  private static String text(byte[] salt, byte[] hash) {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(
            MEMORY_KIB,
            ITERATIONS,
            PARALLELISM,
            base64.encodeToString(salt),
            base64.encodeToString(hash));
  }

  /**
   * Whether {@code phc} is a hash of {@code password}, with whatever parameters it was made.
   *
   * @throws IllegalArgumentException if {@code phc} has another form
   */
  static boolean matches(String password, String phc) {
    Matcher parts = FORM.matcher(phc);
    if (!parts.matches()) {
      throw new IllegalArgumentException("a stored password hash is not of Argon2id");
    }
    byte[] expected = Base64.getDecoder().decode(parts.group(5));
    byte[] actual =
        hash(
            password,
            Integer.parseInt(parts.group(1)),
            Integer.parseInt(parts.group(2)),
            Integer.parseInt(parts.group(3)),
            Base64.getDecoder().decode(parts.group(4)),
            expected.length);
    return MessageDigest.isEqual(expected, actual);
  }

  private static byte[] hash(
      String password, int memoryKib, int iterations, int parallelism, byte[] salt, int length) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(memoryKib)
            .withIterations(iterations)
            .withParallelism(parallelism)
            .withSalt(salt)
            .withBlockPool(memory())
            .build());
    byte[] hash = new byte[length];
    generator.generateBytes(
        Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }

  private static BlockPool memory() {
    SoftReference<BlockPool> kept = MEMORY.get();
    BlockPool pool = kept == null ? null : kept.get();
    if (pool == null) {
      pool = new FixedBlockPool(MEMORY_KIB + WORKING_BLOCKS);
      MEMORY.set(new SoftReference<>(pool));
    }
    return pool;
  }
}
