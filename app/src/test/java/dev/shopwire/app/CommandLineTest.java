package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return CommandLine.run(
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String standardOutput() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String standardError() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theVersionIsTheProjectsVersion() throws Exception {
    assertEquals(CommandLine.SUCCESS, run("--version"));
    String number = Version.current().number();
    assertTrue(
        standardOutput().matches("shopwire \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(revision \\w+\\)\\R"));
    assertTrue(
        Files.readString(Path.of("../pom.xml")).contains("<version>" + number + "</version>"));
  }

  @Test
  void helpNamesOnlySettingsThatExist() throws Exception {
    assertEquals(CommandLine.SUCCESS, run("--help"));
    String settings = Files.readString(Path.of("../conf/shopwire.properties"));
    List<String> named =
        java.util.regex.Pattern.compile("SHOPWIRE_([A-Z_]+)")
            .matcher(standardOutput())
            .results()
            .map(result -> result.group(1).toLowerCase(java.util.Locale.ROOT).replace('_', '.'))
            .toList();
    assertTrue(named.size() > 5);
    for (String name : named) {
      assertTrue(settings.contains("\n#" + name + "="), name);
    }
  }

  @Test
  void anUnknownArgumentIsRejectedWithoutPrintingItsValue() {
    assertEquals(CommandLine.USAGE_ERROR, run("--postgres-uri=postgresql://u:hidden@h/d"));
    assertTrue(standardError().startsWith("Unknown argument: --postgres-uri."), standardError());
    assertFalse(standardError().contains("hidden"));
    assertEquals("", standardOutput());
  }

  @Test
  void moreThanOneArgumentIsRejected() {
    assertEquals(CommandLine.USAGE_ERROR, run("--version", "--help"));
    assertEquals("", standardOutput());
  }
}
