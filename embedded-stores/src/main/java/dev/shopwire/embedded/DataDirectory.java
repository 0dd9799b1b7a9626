package dev.shopwire.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of the embedded PostgreSQL, for one process at a time: it is locked
 * exclusively from {@link #open} to {@link #close}. Close PostgreSQL first. Thread-safe.
 */
public final class DataDirectory implements AutoCloseable {
  /**
   * The directories locked by this JVM. Checked before the lock file is opened, because closing any
   * descriptor of a file releases all POSIX locks of the process on it.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates the directory (mode 0700) if necessary and locks it.
   *
   * @throws StoreException if another process has locked it, or it is not writable
   */
  public static DataDirectory open(Path directory) {
    Platform.requirePosixFiles();
    try {
      Path path = PrivateFiles.directory(directory.toAbsolutePath()).toRealPath();
      if (!LOCKED.add(path)) {
        throw lockedByOther(path, ProcessHandle.current().pid());
      }
      try {
        return lock(path);
      } catch (IOException | RuntimeException e) {
        LOCKED.remove(path);
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException(
          "The data directory %s cannot be used (%s). Make it writable, set SHOPWIRE_DATA_DIR, or use an external PostgreSQL with SHOPWIRE_POSTGRES_URI."
              .formatted(directory.toAbsolutePath(), e),
          e);
    }
  }

  private static DataDirectory lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve("lock"), Set.of(CREATE, WRITE), PrivateFiles.mode(PrivateFiles.FILE));
    FileLock acquired = channel.tryLock();
    if (acquired == null) {
      channel.close();
      throw lockedByOther(path, readPid(holderFile(path)));
    }
    DataDirectory data = new DataDirectory(path, channel);
    data.deleteUris();
    PrivateFiles.write(holderFile(path), ProcessHandle.current().pid() + "\n");
    return data;
  }

  private static StoreException lockedByOther(Path path, @Nullable Long pid) {
    String holder = pid == null ? "another process" : "process " + pid;
    return new StoreException(
        "The data directory %s is in use by %s. Stop it, or set SHOPWIRE_DATA_DIR to another directory."
            .formatted(path, holder));
  }

  private static Path holderFile(Path path) {
    return path.resolve("lock.pid");
  }

  private static @Nullable Long readPid(Path file) {
    try {
      return Long.valueOf(Files.readString(file).strip());
    } catch (IOException | NumberFormatException unknown) {
      return null;
    }
  }

  /** The directory's real path, absolute and without symbolic links. */
  public Path path() {
    return path;
  }

  /** The bundled programs, unpacked. */
  Path bin() throws IOException {
    return PrivateFiles.directory(path.resolve("bin"));
  }

  /** Writes {@code <store>.uri}, from which other processes can learn the store's URI. */
  void publish(String store, String uri) throws IOException {
    PrivateFiles.write(uriFile(store), uri + "\n");
  }

  void withdraw(String store) throws IOException {
    Files.deleteIfExists(uriFile(store));
  }

  private Path uriFile(String store) {
    return path.resolve(store + ".uri");
  }

  private void deleteUris() throws IOException {
    withdraw(EmbeddedPostgres.NAME);
  }

  /** Deletes the stores' URI files and unlocks the directory. */
  @Override
  public void close() {
    if (!lock.isOpen()) {
      return;
    }
    try (lock) {
      deleteUris();
      Files.deleteIfExists(holderFile(path));
    } catch (IOException e) {
      throw new StoreException("The data directory " + path + " could not be cleaned up: " + e, e);
    } finally {
      LOCKED.remove(path);
    }
  }
}
