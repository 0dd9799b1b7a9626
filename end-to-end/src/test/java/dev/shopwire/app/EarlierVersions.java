package dev.shopwire.app;

import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Builds earlier versions of this service from the git history of this working tree. */
final class EarlierVersions {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path JARS = Path.of("target", "versions").toAbsolutePath();
  private static final int BUILD_MINUTES = 15;
  private static final int MAX_COMMITS_TRIED = 5;

  /** The last migration of the baseline, which has one per module. */
  static final int BASELINE = 6;

  private EarlierVersions() {}

  /** A file {@code V<number>__….sql}. */
  record Migration(int number, Path file) {}

  /**
   * Migrations that were added together.
   *
   * @param before the last commit without them
   */
  record Step(String before, List<Migration> migrations) {
    int last() {
      return migrations.get(migrations.size() - 1).number();
    }
  }

  /**
   * The reason why there is no usable git history, if so: a source archive, a shallow clone, no
   * git.
   */
  static Optional<String> missing() {
    try {
      return git("rev-parse", "--is-shallow-repository").equals("false")
          ? Optional.empty()
          : Optional.of("this clone is shallow");
    } catch (IllegalStateException e) {
      return Optional.of("there is no git history");
    }
  }

  /** All migrations of the working tree, in order. */
  static List<Migration> migrations() {
    try (Stream<Path> files = Files.find(ROOT, 7, (file, kind) -> isMigration(file))) {
      return files
          .map(file -> new Migration(number(file), file))
          .sorted(Comparator.comparingInt(Migration::number))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isMigration(Path file) {
    return file.getParent() != null
        && file.getParent().endsWith("src/main/resources/db/migration")
        && file.getFileName().toString().matches("V\\d+__.*\\.sql");
  }

  private static int number(Path file) {
    return Integer.parseInt(file.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"));
  }

  /**
   * The steps after the baseline. Each starts from the newest commit that has all earlier
   * migrations as they are now. A migration that still changed after the next one was added is one
   * step with it.
   */
  static List<Step> steps() {
    List<Migration> all = migrations();
    Map<String, String> current = new LinkedHashMap<>();
    for (Migration migration : all) {
      current.put(name(migration.file()), git("hash-object", migration.file().toString()));
    }
    TreeMap<Integer, String> newestCommits = new TreeMap<>();
    for (String commit : git("rev-list", "--first-parent", "HEAD").split("\n", -1)) {
      Map<String, String> past = migrations(commit);
      boolean isUnchanged =
          new ArrayList<>(current.entrySet())
              .subList(0, Math.min(past.size(), current.size()))
              .equals(new ArrayList<>(past.entrySet()));
      if (isUnchanged && past.size() >= BASELINE && past.size() < all.size()) {
        newestCommits.putIfAbsent(past.size(), commit);
      }
    }
    List<Step> steps = new ArrayList<>();
    newestCommits.forEach(
        (count, commit) -> {
          Integer next = newestCommits.higherKey(count);
          steps.add(new Step(commit, all.subList(count, next == null ? all.size() : next)));
        });
    return steps;
  }

  /** The hashes of the migrations in {@code commit} by file name, in order. */
  private static Map<String, String> migrations(String commit) {
    Map<String, String> hashes = new TreeMap<>(Comparator.comparingInt(n -> number(Path.of(n))));
    for (String line : git("ls-tree", "-r", commit).split("\n", -1)) {
      String[] parts = line.split("[ \t]", 4);
      Path file = Path.of(parts[3]);
      if (isMigration(file)) {
        hashes.put(name(file), parts[2]);
      }
    }
    return hashes;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /**
   * The jar of {@code commit}, or of the nearest earlier commit that can be built here; built once
   * per working tree. Prints which commits could not be built.
   */
  static Path jar(String commit) {
    for (int offset = 0; offset < MAX_COMMITS_TRIED; offset++) {
      String revision = git("rev-parse", commit + "~" + offset);
      Path jar = JARS.resolve(revision + ".jar");
      if (Files.exists(jar) || build(revision, jar)) {
        return jar;
      }
      System.out.println(
          "EarlierVersions: " + revision + " cannot be built here, trying the commit before it");
    }
    throw new IllegalStateException("no version before " + commit + " can be built");
  }

  private static boolean build(String commit, Path jar) {
    Path tree = TemporaryFiles.directory("version");
    try {
      Path archive = tree.resolve("tree.tar");
      git("archive", "-o", archive.toString(), commit);
      if (!run(tree, "tar", "-xf", archive.toString())) {
        return false;
      }
      disableChecks(tree.resolve("pom.xml"));
      boolean built =
          run(
              tree,
              "sh",
              "mvnw",
              "-o",
              "-q",
              "-B",
              "package",
              "-Dmaven.test.skip=true",
              "-Djacoco.skip",
              "-Dspotless.check.skip",
              "-pl",
              "app",
              "-am");
      if (built) {
        Files.createDirectories(JARS);
        Files.move(tree.resolve("app/target/shopwire.jar"), jar);
      }
      return built;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      TemporaryFiles.delete(tree);
    }
  }

  /** They are slow, and that commit's own build passed them. */
  private static void disableChecks(Path pom) throws IOException {
    String text = Files.readString(pom);
    Files.writeString(
        pom,
        text.replaceAll("<arg>-Xplugin:ErrorProne[^<]*</arg>", "")
            .replace("<arg>-Werror</arg>", ""));
  }

  private static boolean run(Path directory, String... command) throws IOException {
    Path log = directory.resolve("build.log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().remove("MAVEN_ARGS");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return false;
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (process.exitValue() != 0) {
      List<String> output = Files.readAllLines(log);
      output.subList(Math.max(0, output.size() - 15), output.size()).forEach(System.out::println);
    }
    return process.exitValue() == 0;
  }

  private static String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(ROOT.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed");
      }
      return output.trim();
    } catch (IOException e) {
      throw new IllegalStateException("cannot run git", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
