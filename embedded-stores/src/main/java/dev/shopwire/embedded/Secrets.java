package dev.shopwire.embedded;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Random passwords, created once and stored in a file that only its owner can read. */
final class Secrets {
  private static final int BYTES = 24;

  private Secrets() {}

  /** The passwords with these names, in hexadecimal so that they never need quoting. */
  static Map<String, String> readOrCreate(Path file, List<String> names) throws IOException {
    return Files.exists(file) ? read(file, names) : create(file, names);
  }

  private static Map<String, String> read(Path file, List<String> names) throws IOException {
    Properties stored = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      stored.load(reader);
    }
    Map<String, String> secrets = new LinkedHashMap<>();
    for (String name : names) {
      String secret = stored.getProperty(name);
      if (secret == null || secret.isBlank()) {
        throw new StoreException(
            file + " has no password for '" + name + "': restore the file from a backup.");
      }
      secrets.put(name, secret);
    }
    return secrets;
  }

  private static Map<String, String> create(Path file, List<String> names) throws IOException {
    SecureRandom random = new SecureRandom();
    Map<String, String> secrets = new LinkedHashMap<>();
    for (String name : names) {
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      secrets.put(name, HexFormat.of().formatHex(bytes));
    }
    PrivateFiles.write(
        file,
        secrets.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining()));
    return secrets;
  }
}
