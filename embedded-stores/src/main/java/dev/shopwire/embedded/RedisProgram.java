package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The bundled Redis, with an append-only file that is flushed every second. */
record RedisProgram(
    Progress progress, Path server, Path directory, RedisConfiguration configuration, LogFile log)
    implements StoreProgram {
  /** The artifact's file name says 6.2.6-v5; the program itself says 6.2.11. */
  static final BinaryArchive ARCHIVE =
      new BinaryArchive("redis-server", "6.2.11", "/redis-server-6.2.6-v5-linux-amd64");

  private static final String NAME = "Redis";
  private static final String URI_SETTING = "SHOPWIRE_REDIS_URI";
  private static final String PASSWORD = "password";

  /** What Redis loads at its start: up to version 6 a file, from 7 on a directory. */
  private static final List<String> APPEND_ONLY = List.of("appendonly.aof", "appendonlydir");

  private static final String ASIDE = ".unreadable";

  /** Unpacks the executable, or finds another one that runs here. */
  static RedisProgram install(DataDirectory data, Progress progress, Map<String, String> settings)
      throws IOException {
    Platform.require(NAME, URI_SETTING);
    Path directory = data.path().resolve("redis");
    Path secretFile = data.path().resolve("redis.secret");
    String password = Secrets.in(secretFile, List.of(PASSWORD)).getOrDefault(PASSWORD, "");
    Path home = ARCHIVE.unpackedIn(data.bin(), progress);
    LogFile log = new LogFile(data.path().resolve("redis.log"));
    Path server = RedisExecutable.choose(home.resolve(ARCHIVE.name()), log, progress);
    return new RedisProgram(
        progress, server, directory, new RedisConfiguration(directory, password, settings), log);
  }

  String uri(int port) {
    return "redis://:%s@127.0.0.1:%d/0".formatted(configuration.password(), port);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String uriSetting() {
    return URI_SETTING;
  }

  @Override
  public String executable() {
    return "redis-server";
  }

  @Override
  public void prepare() throws IOException {
    PrivateFiles.directory(directory);
  }

  @Override
  public List<String> command(int port) throws IOException {
    Path file = directory.resolve("redis.conf");
    PrivateFiles.write(file, configuration.text(port));
    return List.of(server.toString(), file.toString());
  }

  @Override
  public Answer ask(int port) {
    return RedisPing.ask(port, configuration.password());
  }

  /** Redis ends itself when it cannot read its file; being a cache, it may begin without it. */
  @Override
  public boolean cure(String lines) throws IOException {
    boolean cured = false;
    for (String name : APPEND_ONLY) {
      Path file = directory.resolve(name);
      if (lines.contains("append") && Files.exists(file)) {
        Path aside = directory.resolve(name + ASIDE);
        PrivateFiles.deleteTree(aside);
        Files.move(file, aside, ATOMIC_MOVE);
        progress.say("Redis cannot read " + file + ": moved to " + aside + ", starting empty");
        cured = true;
      }
    }
    return cured;
  }

  @Override
  public List<ServerProcess.Ending> endings() {
    return List.of(ServerProcess.onTerm(Duration.ofSeconds(5)));
  }
}
