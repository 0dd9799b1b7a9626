package dev.shopwire.common.secrets;

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

/**
 * Stores the keys of an installation that has none configured. Blocking; thread-safe.
 *
 * @param setting the setting that replaces the file, as errors show it
 */
record KeyFile(Path file, String setting) {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = mode("rw-------");
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY =
      mode("rwx------");

  private static FileAttribute<Set<PosixFilePermission>> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }

  /**
   * The keys in the file, which is created with a new one if it doesn't exist; concurrent callers
   * get the same one.
   *
   * @throws SettingException if it can be neither read nor created, or contains anything but keys
   */
  SecretKeys read() {
    try {
      if (!Files.exists(file)) {
        new KeyFile(file.toAbsolutePath(), setting).create();
      }
      return SecretKeys.of(Files.readString(file, StandardCharsets.US_ASCII))
          .orElseThrow(() -> unusable("must contain only keys, one per line"));
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable("cannot be used (" + e + ")");
    }
  }

  /**
   * Writes the file under another name and then links it to its own, so that it appears with its
   * complete content or not at all, and the first of several writers wins.
   */
  private void create() throws IOException {
    Path directory = file.resolveSibling("");
    Files.createDirectories(directory, OWNER_ONLY_DIRECTORY);
    Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
    try {
      write(draft, SecretKey.generate() + "\n");
      Files.createLink(file, draft);
      force(directory);
    } catch (FileAlreadyExistsException e) {
      // Another process was first; its key is used.
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void write(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
  }

  /** Makes links in {@code directory} survive a power failure. */
  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private SettingException unusable(String reason) {
    return new SettingException(
        "The key file %s %s. Set %s or SHOPWIRE_DATA_DIR."
            .formatted(file.toAbsolutePath(), reason, setting));
  }
}
