package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A server's log file, readable only by its owner. One of more than {@value #MAX_BYTES} bytes is
 * renamed to {@code *.log.old} at the next start.
 */
final class LogFile {
  private static final long MAX_BYTES = 10_000_000;
  private static final int TAIL_BYTES = 8_192;
  private static final int TAIL_LINES = 15;

  private final Path path;

  LogFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Prepares the file for appending and returns its current size, for {@link #readSince}. */
  long open() throws IOException {
    if (Files.exists(path) && Files.size(path) > MAX_BYTES) {
      Files.move(path, path.resolveSibling(path.getFileName() + ".old"), REPLACE_EXISTING);
    }
    if (!Files.exists(path)) {
      Files.createFile(path, PrivateFiles.mode(PrivateFiles.FILE));
    }
    return Files.size(path);
  }

  /** The last lines written after position {@code start}. */
  String readSince(long start) throws IOException {
    try (FileChannel channel = FileChannel.open(path, READ)) {
      long from = Math.max(start, channel.size() - TAIL_BYTES);
      ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
      channel.read(bytes, from);
      List<String> lines =
          StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
  }
}
