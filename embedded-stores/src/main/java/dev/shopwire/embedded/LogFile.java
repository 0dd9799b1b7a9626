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
 * A server's log: at most {@value #LARGE} bytes at a start (a larger one becomes {@code
 * *.log.old}), readable by its owner alone.
 */
final class LogFile {
  private static final long LARGE = 10_000_000;
  private static final int TAIL_BYTES = 8_192;
  private static final int TAIL_LINES = 15;

  private final Path path;

  LogFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Makes it ready for appending and answers its present end, for {@link #since}. */
  long open() throws IOException {
    if (Files.exists(path) && Files.size(path) > LARGE) {
      Files.move(path, path.resolveSibling(path.getFileName() + ".old"), REPLACE_EXISTING);
    }
    if (!Files.exists(path)) {
      Files.createFile(path, PrivateFiles.mode(PrivateFiles.FILE));
    }
    return Files.size(path);
  }

  /** The last lines that were written after the given place. */
  String since(long start) throws IOException {
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
