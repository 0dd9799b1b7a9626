package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads process information from Linux's {@code /proc}. */
final class Proc {
  private Proc() {}

  /** At least one, possibly empty: kernel threads and processes that just exited have none. */
  static List<String> arguments(long pid) {
    try {
      byte[] line = Files.readAllBytes(file(pid, "cmdline"));
      return List.of(new String(line, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException gone) {
      return List.of("");
    }
  }

  static boolean hasWorkingDirectory(long pid, Path directory) {
    try {
      return Files.readSymbolicLink(file(pid, "cwd")).equals(directory);
    } catch (IOException goneOrAnotherUsers) {
      return false;
    }
  }

  /** Whether it has exited but was not yet reaped by its parent. */
  static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(file(pid, "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(") Z", stat.lastIndexOf(')'));
    } catch (IOException gone) {
      return true;
    }
  }

  private static Path file(long pid, String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
