package dev.shopwire.app.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shopwire.testing.DeploymentFiles;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs of the unpacked container image as a container runtime would: within its files,
 * read-only except for a tmpfs at /tmp, as its user, with its environment, without capabilities or
 * a way to gain them. They have their own mount namespace and share the network. Needs root.
 */
final class ImageRoot implements AutoCloseable {
  static final Path FILE = Path.of("../app/target/shopwire-image.tar");

  /**
   * Arguments: the unpacked files, user:group, a directory, the program, which replaces the shell.
   */
  private static final String ENTER =
      """
      set -e
      root=$1 user=$2 directory=$3
      shift 3
      mount --make-rprivate /
      mount --bind "$root" "$root"
      mount --bind /proc "$root/proc"
      mount --bind /dev "$root/dev"
      mount -o remount,bind,ro "$root"
      mount -t tmpfs -o noexec,nosuid,nodev,mode=1777,size=64m tmpfs "$root/tmp"
      exec setpriv --no-new-privs chroot --userspec="$user" "$root" \
        /bin/sh -c 'cd "$0" && exec "$@"' "$directory" "$@"
      """;

  private final Path directory = TemporaryFiles.directory("image");
  private final JsonNode config;

  ImageRoot() {
    try {
      ObjectMapper json = new ObjectMapper();
      run("tar", "-xf", FILE.toAbsolutePath().toString(), "-C", directory.toString());
      JsonNode image = json.readTree(directory.resolve("manifest.json").toFile()).get(0);
      config =
          json.readTree(directory.resolve(image.path("Config").asText()).toFile()).path("config");
      Files.createDirectory(root());
      for (JsonNode layer : image.path("Layers")) {
        Path file = directory.resolve(layer.asText());
        run("tar", "-xf", file.toString(), "-C", root().toString(), "--warning=no-unknown-keyword");
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path root() {
    return directory.resolve("root");
  }

  /** The image's configuration: user, environment, entry point, labels. */
  JsonNode config() {
    return config;
  }

  List<String> entrypoint() {
    return DeploymentFiles.children(config.path("Entrypoint")).map(JsonNode::asText).toList();
  }

  /** Starts {@code command} in the image; {@link #output()} returns what it prints. */
  Process start(Map<String, String> environment, List<String> command) {
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", ENTER, "enter"));
    all.add(root().toString());
    all.add(config.path("User").asText());
    all.add(config.path("WorkingDir").asText());
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(imageEnvironment());
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.to(outputFile().toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> imageEnvironment() {
    Map<String, String> environment = new TreeMap<>();
    for (JsonNode variable : config.path("Env")) {
      String[] parts = variable.asText().split("=", 2);
      environment.put(parts[0], parts[1]);
    }
    return environment;
  }

  private Path outputFile() {
    return directory.resolve("output");
  }

  String output() {
    return DeploymentFiles.text(outputFile());
  }

  /** Waits at most 20 s for {@code process}; returns its status. */
  static int await(Process process) throws InterruptedException {
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the process did not exit");
    }
    return process.exitValue();
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    try {
      run("rm", "-rf", "--one-file-system", directory.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
