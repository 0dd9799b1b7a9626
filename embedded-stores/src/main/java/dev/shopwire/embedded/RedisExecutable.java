package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which redis-server to run: the bundled one, or the machine's own where that cannot run (it is
 * linked against the machine's OpenSSL 3).
 */
final class RedisExecutable {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Pattern VERSION = Pattern.compile("\\bv=(\\d{1,4})\\.(\\d{1,4})");
  private static final int OLDEST_MAJOR = 6;
  private static final int OLDEST_MINOR = 2;

  private RedisExecutable() {}

  /** The bundled executable, else PATH's. */
  static Path choose(Path bundled, LogFile log, Progress progress) throws IOException {
    Command.Result result = version(bundled, log);
    if (result.ok()) {
      return bundled;
    }
    Optional<Path> installed = Command.onPath("redis-server");
    if (installed.isPresent() && isRecent(version(installed.get(), log).output())) {
      progress.say(
          "Using %s, as the bundled Redis cannot run here (%s)"
              .formatted(installed.get(), result.output()));
      return installed.get();
    }
    throw new StoreException(
        """
        The bundled Redis cannot run here (%s). Install OpenSSL 3 (libssl.so.3), or a redis-server \
        of version 6.2 or later, or set SHOPWIRE_REDIS_URI to a server of your own."""
            .formatted(result.output()));
  }

  private static Command.Result version(Path executable, LogFile log) throws IOException {
    List<String> command = List.of(executable.toString(), "--version");
    return Command.run(command, Path.of("/"), log, LIMIT);
  }

  /** Whether the output of {@code redis-server --version} is that of Redis 6.2 or later. */
  static boolean isRecent(String output) {
    Matcher matcher = VERSION.matcher(output);
    if (!matcher.find()) {
      return false;
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    return major > OLDEST_MAJOR || (major == OLDEST_MAJOR && minor >= OLDEST_MINOR);
  }
}
