package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * A program on the class path, as {@code .txz} archive, unpacked once per content into a directory
 * named after program, version and checksum.
 *
 * @param name for people and directories: "postgres"
 * @param version of the program, part of the directory's name
 * @param resource absolute name on the class path
 */
record BinaryArchive(String name, String version, String resource) {
  private static final String MARKER = ".complete";
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

  /**
   * The directory with the program, unpacked if it is not there whole. A start that is killed
   * leaves only a directory under another name.
   */
  Path unpackedIn(Path bin, Progress progress) throws IOException {
    Path home = bin.resolve(name + "-" + version + "-" + checksum());
    if (!isWhole(home)) {
      unpack(bin, home, progress);
    }
    PrivateFiles.deleteLeftovers(bin, name + "-", home);
    return home;
  }

  private void unpack(Path bin, Path home, Progress progress) throws IOException {
    long began = System.nanoTime();
    progress.say("Unpacking " + name + " " + version);
    Path fresh =
        Files.createTempDirectory(
            bin, name + "-unpacking-", PrivateFiles.mode(PrivateFiles.DIRECTORY));
    URLConnection connection = connection();
    try (InputStream in = new Watched(connection, progress)) {
      extract(in, fresh);
    }
    Files.writeString(fresh.resolve(MARKER), inventory(fresh));
    PrivateFiles.deleteTree(home);
    Files.move(fresh, home, ATOMIC_MOVE);
    progress.say(
        "%s %s is unpacked, in %s s"
            .formatted(name, version, PostgresServer.seconds(System.nanoTime() - began)));
  }

  private static void extract(InputStream compressed, Path target) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(compressed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("The archive has an entry outside of itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
          continue;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
          Files.copy(tar, path);
          permit(path, entry.getMode());
        }
      }
    }
  }

  private static void permit(Path file, int mode) throws IOException {
    boolean executable = (mode & 0100) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  /** Also false after a power failure that has cut files short, or when someone deleted some. */
  private static boolean isWhole(Path home) throws IOException {
    Path marker = home.resolve(MARKER);
    return Files.exists(marker) && Files.readString(marker).equals(inventory(home));
  }

  private static String inventory(Path home) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(home)) {
      files = tree.filter(Files::isRegularFile).filter(f -> !f.endsWith(MARKER)).toList();
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return files.size() + " files, " + bytes + " bytes\n";
  }

  /** From the jar's directory where there is one: reading megabytes at each start takes long. */
  private String checksum() throws IOException {
    CRC32 crc = new CRC32();
    URLConnection connection = connection();
    try (InputStream in = new CheckedInputStream(connection.getInputStream(), crc)) {
      if (connection instanceof JarURLConnection jar) {
        return "%08x".formatted(jar.getJarEntry().getCrc());
      }
      in.transferTo(OutputStream.nullOutputStream());
    }
    return "%08x".formatted(crc.getValue());
  }

  private URLConnection connection() throws IOException {
    URL url = BinaryArchive.class.getResource(resource);
    if (url == null) {
      throw new IOException("the class path has no " + resource);
    }
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    return connection;
  }

  /** Says at most once a second how much of the stream is read. */
  private final class Watched extends FilterInputStream {
    private final Progress progress;
    private final long size;
    private long read;
    private long lastLine = System.nanoTime();

    Watched(URLConnection connection, Progress progress) throws IOException {
      super(connection.getInputStream());
      this.progress = progress;
      this.size = Math.max(1, connection.getContentLengthLong());
    }

    @Override
    public int read() throws IOException {
      return counted(super.read(), 1);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      return counted(count, count);
    }

    private int counted(int result, int bytes) {
      read += Math.max(0, bytes);
      if (System.nanoTime() - lastLine > BETWEEN_LINES.toNanos()) {
        lastLine = System.nanoTime();
        progress.say("Unpacking %s %s: %d %%".formatted(name, version, read * 100 / size));
      }
      return result;
    }
  }
}
