package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the files of conf/ and what they are compared with. */
public final class DeploymentFiles {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  public static final Path CONF = ROOT.resolve("conf");
  private static final Pattern SETTING = Pattern.compile("(?m)^#([a-z.]+)=(.*)$");
  private static final Pattern VARIABLE = Pattern.compile("\\bSHOPWIRE_[A-Z0-9_]+\\b");
  private static final ObjectMapper JSON = new ObjectMapper();

  private DeploymentFiles() {}

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documents of a YAML file, with anchors and merges resolved. */
  public static List<JsonNode> yaml(Path file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(text(file))) {
      documents.add(JSON.valueToTree(document));
    }
    return documents;
  }

  /** The files below {@code directory}, sorted, but pictures. */
  public static List<Path> below(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".jpg"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Every setting as a variable, with its default; SettingsFileTest compares the file with the
   * code.
   */
  public static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    Matcher matcher = SETTING.matcher(text(CONF.resolve("shopwire.properties")));
    while (matcher.find()) {
      settings.put(
          "SHOPWIRE_" + matcher.group(1).toUpperCase(Locale.ROOT).replace('.', '_'),
          matcher.group(2));
    }
    return settings;
  }

  public static String defaultOf(String variable) {
    return String.valueOf(settings().get(variable));
  }

  /** The variables of Shopwire that {@code text} names. */
  public static Set<String> variables(String text) {
    Set<String> variables = new TreeSet<>();
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      variables.add(matcher.group());
    }
    return variables;
  }

  public static String version() {
    Properties properties = new Properties();
    try (InputStream file =
        DeploymentFiles.class.getResourceAsStream("/dev/shopwire/app/version.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return String.valueOf(properties.getProperty("version"));
  }

  public static String pom() {
    return text(ROOT.resolve("app/pom.xml"));
  }

  public static Stream<JsonNode> children(JsonNode node) {
    return node.valueStream();
  }
}
