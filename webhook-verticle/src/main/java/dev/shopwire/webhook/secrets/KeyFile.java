package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.SettingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** The file that holds the keys of an installation that is given none. Blocking; thread-safe. */
final class KeyFile {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE = mode("rw-------");
  private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY = mode("rwx------");

  private KeyFile() {}

  private static FileAttribute<Set<PosixFilePermission>> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }

  /**
   * The keys in {@code file}, which is made with one if it isn't there; whoever asks at the same
   * time gets the same one.
   *
   * @throws SettingException if it can neither be read nor made, or holds anything but keys
   */
  static SecretKeys read(Path file) {
    try {
      if (!Files.exists(file)) {
        make(file.toAbsolutePath());
      }
      return SecretKeys.of(Files.readString(file, StandardCharsets.US_ASCII))
          .orElseThrow(() -> unusable(file, "holds something other than keys, one a line"));
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable(file, "can't be used (" + e + ")");
    }
  }

  /**
   * Written under another name and then linked to its own, so that it is there with all of its
   * content or not at all, and the first of several stays.
   */
  private static void make(Path file) throws IOException {
    Path directory = file.resolveSibling("");
    Files.createDirectories(directory, OWN_DIRECTORY);
    Path draft = file.resolveSibling("webhook.key." + UUID.randomUUID());
    try {
      write(draft, SecretKey.generate() + "\n");
      Files.createLink(file, draft);
      force(directory);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster; its key counts.
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void write(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ALONE)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
  }

  /** What was linked into {@code directory} is there after a power cut too. */
  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static SettingException unusable(Path file, String why) {
    return new SettingException(
        "The key file %s %s. Set SHOPWIRE_WEBHOOK_SECRET_KEYS or SHOPWIRE_DATA_DIR."
            .formatted(file.toAbsolutePath(), why));
  }
}
