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

/** Earlier versions of this service, from the git history around this working tree. */
final class EarlierVersions {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path JARS = Path.of("target", "versions").toAbsolutePath();
  private static final int BUILD_MINUTES = 15;
  private static final int NEAREST = 5;

  /** The last migration of the baseline, which has one a module. */
  static final int BASELINE = 6;

  private EarlierVersions() {}

  /** A file {@code V<number>__….sql}. */
  record Migration(int number, Path file) {}

  /**
   * Migrations that came together.
   *
   * @param before the last commit without them
   */
  record Step(String before, List<Migration> migrations) {
    int last() {
      return migrations.get(migrations.size() - 1).number();
    }
  }

  /** Why there is no history, if there is none: a tarball, a shallow clone, no git. */
  static Optional<String> missing() {
    try {
      return git("rev-parse", "--is-shallow-repository").equals("false")
          ? Optional.empty()
          : Optional.of("this clone is shallow");
    } catch (IllegalStateException e) {
      return Optional.of("there is no git history here");
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
   * The steps after the baseline: each begins with the newest version that has all migrations
   * before it as they are now. Those that were still worked on when the next came are one step with
   * it.
   */
  static List<Step> steps() {
    List<Migration> all = migrations();
    Map<String, String> now = new LinkedHashMap<>();
    for (Migration migration : all) {
      now.put(name(migration.file()), git("hash-object", migration.file().toString()));
    }
    TreeMap<Integer, String> newest = new TreeMap<>();
    for (String commit : git("rev-list", "--first-parent", "HEAD").split("\n", -1)) {
      Map<String, String> then = migrations(commit);
      boolean same =
          new ArrayList<>(now.entrySet())
              .subList(0, Math.min(then.size(), now.size()))
              .equals(new ArrayList<>(then.entrySet()));
      if (same && then.size() >= BASELINE && then.size() < all.size()) {
        newest.putIfAbsent(then.size(), commit);
      }
    }
    List<Step> steps = new ArrayList<>();
    newest.forEach(
        (count, commit) -> {
          Integer next = newest.higherKey(count);
          steps.add(new Step(commit, all.subList(count, next == null ? all.size() : next)));
        });
    return steps;
  }

  /** The hashes of the migrations that {@code commit} has, by their names, in order. */
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
   * The jar of {@code commit}, or of the nearest one before it that can be built here; made once a
   * working tree. Says so if it is another one.
   */
  static Path jar(String commit) {
    for (int back = 0; back < NEAREST; back++) {
      String wanted = git("rev-parse", commit + "~" + back);
      Path jar = JARS.resolve(wanted + ".jar");
      if (Files.exists(jar) || build(wanted, jar)) {
        return jar;
      }
      System.out.println(
          "EarlierVersions: " + wanted + " can't be built here, the one before it is tried");
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
      leaveOutChecks(tree.resolve("pom.xml"));
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

  /** They took that commit's build long, and found nothing. */
  private static void leaveOutChecks(Path pom) throws IOException {
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
      List<String> said = Files.readAllLines(log);
      said.subList(Math.max(0, said.size() - 15), said.size()).forEach(System.out::println);
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
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed");
      }
      return said.trim();
    } catch (IOException e) {
      throw new IllegalStateException("git can't be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
