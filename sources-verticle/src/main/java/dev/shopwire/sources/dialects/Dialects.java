package dev.shopwire.sources.dialects;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.resources.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The dialects of this process by name: those of the release and the operator's. Immutable. */
public final class Dialects {
  /** The files of the release, at {@code /partner} on the class path. */
  static final List<String> SHIPPED = List.of("app-events.yaml", "historical-events.yaml");

  private static final Pattern FILE = Pattern.compile("([^.].*)\\.(yaml|json)");
  private static final String NAME = "[a-z0-9][a-z0-9-]{0,62}";
  private static final int MAX_FILES = 200;

  private final Map<String, Dialect> byName;

  private Dialects(Map<String, Dialect> byName) {
    this.byName = Collections.unmodifiableMap(byName);
  }

  /**
   * Reads all dialects; those of {@code directory} replace those of the release by name. Blocking.
   *
   * @throws SettingException if a file is no dialect, naming the file, the place and the reason
   */
  public static Dialects load(Optional<Path> directory) {
    Map<String, Dialect> all = new TreeMap<>();
    for (String file : SHIPPED) {
      read(all, "conf/partner/" + file, file, Resources.bytes("/partner/" + file));
    }
    directory.ifPresent(given -> all.putAll(loadOwn(given)));
    return new Dialects(all);
  }

  private static Map<String, Dialect> loadOwn(Path directory) {
    Map<String, Dialect> own = new TreeMap<>();
    for (Path file : files(directory)) {
      read(own, file.toString(), String.valueOf(file.getFileName()), content(file));
    }
    return own;
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found =
          files
              .filter(Files::isRegularFile)
              .filter(file -> FILE.matcher(String.valueOf(file.getFileName())).matches())
              .sorted()
              .limit(MAX_FILES + 1L)
              .toList();
      if (found.size() > MAX_FILES) {
        throw unusable(directory.toString(), "has more than " + MAX_FILES + " dialect files");
      }
      return found;
    } catch (IOException e) {
      throw unusable(directory.toString(), "is no directory that can be read");
    }
  }

  private static byte[] content(Path file) {
    try {
      if (Files.size(file) > DialectParser.MAX_BYTES) {
        throw unusable(file.toString(), "must have at most " + DialectParser.MAX_BYTES + " bytes");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unusable(file.toString(), "cannot be read");
    }
  }

  private static void read(
      Map<String, Dialect> all, String place, String fileName, byte[] content) {
    Matcher file = FILE.matcher(fileName);
    if (!file.matches() || !file.group(1).matches(NAME)) {
      throw unusable(
          place, "the file's name must consist of lower-case letters, digits and hyphens");
    }
    String name = file.group(1);
    try {
      Dialect dialect = Dialect.read(name, content, file.group(2).equals("yaml"));
      if (all.put(name, dialect) != null) {
        throw unusable(place, "there is a second file of this name with another ending");
      }
    } catch (DialectFault e) {
      throw unusable(place, String.valueOf(e.getMessage()));
    }
  }

  private static SettingException unusable(String place, String reason) {
    return new SettingException("Partner dialect " + place + ": " + reason);
  }

  /** All dialects, ordered by name. */
  public Collection<Dialect> all() {
    return byName.values();
  }

  public Optional<Dialect> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}
