package dev.shopwire.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of redis.conf. A file, since arguments with the password could be read by any user. */
final class RedisConfiguration {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "appendonly", "yes",
          "appendfsync", "everysec",
          "save", "",
          "maxmemory", "256mb",
          "maxmemory-policy", "volatile-ttl",
          "databases", "16");

  private final Path directory;
  private final String password;
  private final Map<String, String> settings;

  RedisConfiguration(Path directory, String password, Map<String, String> settings) {
    this.directory = directory;
    this.password = password;
    this.settings = settings;
  }

  String password() {
    return password;
  }

  String text(int port) {
    Map<String, String> all = new LinkedHashMap<>(SETTINGS);
    all.putAll(settings);
    all.put("bind", "127.0.0.1");
    all.put("protected-mode", "yes");
    all.put("port", Integer.toString(port));
    all.put("requirepass", password);
    all.put("dir", directory.toString());
    all.put("aof-load-truncated", "yes");
    all.put("daemonize", "no");
    all.put("pidfile", directory.resolve("redis.pid").toString());
    // To standard output, which goes to the log file together with the linker's complaints.
    all.put("logfile", "");
    // Keeps the arguments, by which a server that was left behind is told.
    all.put("set-proc-title", "no");
    return all.entrySet().stream()
        .map(entry -> entry.getKey() + " " + quoted(entry.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
