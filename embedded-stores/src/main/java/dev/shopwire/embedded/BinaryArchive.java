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
 * A program in a {@code .txz} archive on the class path, unpacked once per content into a directory
 * named after program, version and checksum.
 *
 * @param name name of the program, such as "postgres", for directories and messages
 * @param version version of the program, part of the directory name
 * @param resource absolute name of the archive on the class path
 */
record BinaryArchive(String name, String version, String resource) {
  private static final String MARKER = ".complete";
  private static final Duration LINE_INTERVAL = Duration.ofSeconds(1);

  /**
   * The directory with the program, which is unpacked if it is missing or incomplete. A killed
   * start only leaves a directory with another name.
   */
  Path ensureUnpacked(Path bin, Progress progress) throws IOException {
    Path home = bin.resolve(name + "-" + version + "-" + checksum());
    if (!isComplete(home)) {
      unpack(bin, home, progress);
    }
    PrivateFiles.deleteLeftovers(bin, name + "-", home);
    return home;
  }

  private void unpack(Path bin, Path home, Progress progress) throws IOException {
    long start = System.nanoTime();
    progress.report("Unpacking " + name + " " + version);
    Path temporary =
        Files.createTempDirectory(
            bin, name + "-unpacking-", PrivateFiles.mode(PrivateFiles.DIRECTORY));
    URLConnection connection = connection();
    try (InputStream in = new ProgressStream(connection, progress)) {
      extract(in, temporary);
    }
    Files.writeString(temporary.resolve(MARKER), inventory(temporary));
    PrivateFiles.deleteTree(home);
    Files.move(temporary, home, ATOMIC_MOVE);
    progress.report(
        "Unpacked %s %s in %s s"
            .formatted(name, version, PostgresServer.seconds(System.nanoTime() - start)));
  }

  private static void extract(InputStream compressed, Path target) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(compressed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("The archive has an entry outside of its root: " + entry.getName());
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
          setPermissions(path, entry.getMode());
        }
      }
    }
  }

  private static void setPermissions(Path file, int mode) throws IOException {
    boolean executable = (mode & 0100) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  /** Also detects files that were truncated by a power failure or deleted. */
  private static boolean isComplete(Path home) throws IOException {
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

  /** Taken from the jar's directory if possible: reading megabytes at every start is slow. */
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
      throw new IOException("missing on the class path: " + resource);
    }
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    return connection;
  }

  /** Reports at most once a second how much of the stream was read. */
  private final class ProgressStream extends FilterInputStream {
    private final Progress progress;
    private final long size;
    private long read;
    private long lastLine = System.nanoTime();

    ProgressStream(URLConnection connection, Progress progress) throws IOException {
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
      if (System.nanoTime() - lastLine > LINE_INTERVAL.toNanos()) {
        lastLine = System.nanoTime();
        progress.report("Unpacking %s %s: %d %%".formatted(name, version, read * 100 / size));
      }
      return result;
    }
  }
}
