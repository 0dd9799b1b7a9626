package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the listening addresses of a port from Linux's /proc/net. */
final class Listening {
  static final String LOOPBACK = "0100007F";
  private static final String LISTEN = "0A";

  private Listening() {}

  /** The addresses of both IP versions, in the kernel's hexadecimal form. */
  static List<String> addresses(int port) throws IOException {
    List<String> addresses = new ArrayList<>();
    for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      if (Files.exists(Path.of(file))) {
        for (String line : Files.readAllLines(Path.of(file))) {
          List<String> fields = List.of(line.strip().split("\\s+", -1));
          String suffix = ":%04X".formatted(port);
          if (fields.get(1).endsWith(suffix) && fields.get(3).equals(LISTEN)) {
            addresses.add(fields.get(1).replace(suffix, ""));
          }
        }
      }
    }
    return addresses;
  }
}
