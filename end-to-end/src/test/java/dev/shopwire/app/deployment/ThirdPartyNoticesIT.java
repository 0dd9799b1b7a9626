package dev.shopwire.app.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.deployment.Advisories.Component;
import dev.shopwire.testing.DeploymentFiles;
import dev.shopwire.testing.ServiceProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.XZInputStream;

/** The jar carries the licenses and notices of everything that it consists of. */
class ThirdPartyNoticesIT {
  private static final String THIRD_PARTY = "META-INF/third-party/";

  /** How libraries name license texts and notices; wider than what the build copies. */
  private static final Pattern LICENSE_FILE =
      Pattern.compile(
          "(?i)(META-INF/)?([^/]*(licen[cs]e|notice|copying|copyright|third-party)[^/]*"
              + "|licen[cs]es?/.+)");

  private static final Pattern SHARED_LIBRARY = Pattern.compile("(?:\\./)?lib/(lib[\\w-]+)\\.so.*");

  private static JarFile jar;
  private static List<Component> libraries;
  private static String notices;

  @BeforeAll
  static void open() throws IOException {
    jar = new JarFile(ServiceProcess.jar().toFile());
    notices = new String(content(jar, "META-INF/THIRD-PARTY-NOTICES.txt"), StandardCharsets.UTF_8);
    libraries =
        BillOfMaterials.components().stream()
            .filter(component -> !component.name().startsWith("dev.shopwire:"))
            .toList();
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  private static byte[] content(JarFile from, String name) throws IOException {
    JarEntry entry = from.getJarEntry(name);
    assertNotNull(entry, name + " is missing in " + from.getName());
    try (InputStream in = from.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  @Test
  void theLicenseAndTheNoticeOfTheJarAreShopwires() throws IOException {
    for (String file : List.of("LICENSE", "NOTICE")) {
      assertEquals(
          DeploymentFiles.text(DeploymentFiles.ROOT.resolve(file)),
          new String(content(jar, "META-INF/" + file), StandardCharsets.UTF_8));
    }
  }

  @Test
  void everyLibraryIsNamedWithItsLicense() {
    List<String> lines = notices.lines().toList();
    Set<String> unnamed = new TreeSet<>();
    for (Component library : libraries) {
      int line = lines.indexOf(library.name() + ":" + library.version());
      if (line < 0 || !lines.get(line + 2).matches(" {4}[0-9A-Z][\\w.-]+( or [\\w.-]+)*")) {
        unnamed.add(library.toString());
      }
    }
    assertEquals(Set.of(), unnamed);
    assertTrue(libraries.size() > 50, libraries::toString);
  }

  @Test
  void everyLicenseFileOfALibraryIsCarriedUnchanged() throws IOException {
    Set<String> names =
        libraries.stream()
            .map(library -> library.name().replaceFirst(".*:", "") + "-" + library.version())
            .collect(Collectors.toSet());
    Set<String> found = new TreeSet<>();
    List<String> carried = new ArrayList<>();
    for (Path path : classPath()) {
      String name = path.getFileName().toString().replaceFirst("\\.jar$", "");
      if (names.contains(name) && found.add(name)) {
        carried.addAll(assertCarried(path, THIRD_PARTY + name + "-jar/"));
      }
    }
    assertEquals(new TreeSet<>(names), found, "every library is on the class path");
    assertTrue(
        carried.contains(
            THIRD_PARTY + "slf4j-api-" + version("slf4j-api") + "-jar/META-INF/LICENSE.txt"),
        carried::toString);
    assertTrue(carried.stream().filter(each -> each.contains("NOTICE")).count() > 10);
  }

  private static List<String> assertCarried(Path library, String folder) throws IOException {
    List<String> carried = new ArrayList<>();
    try (JarFile from = new JarFile(library.toFile())) {
      for (JarEntry entry : from.stream().toList()) {
        String name = entry.getName();
        if (LICENSE_FILE.matcher(name).matches()
            && !entry.isDirectory()
            && !name.endsWith(".class")) {
          assertTrue(
              Arrays.equals(content(from, name), content(jar, folder + name)), folder + name);
          carried.add(folder + name);
        }
      }
    }
    return carried;
  }

  private static String version(String artifact) {
    return libraries.stream()
        .filter(library -> library.name().endsWith(":" + artifact))
        .findFirst()
        .orElseThrow()
        .version();
  }

  /** Surefire starts Java with a jar that names the class path. */
  private static List<Path> classPath() {
    String paths =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(paths.split(File.pathSeparator))
        .filter(path -> path.endsWith(".jar"))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  @Test
  void everySharedLibraryBesidePostgresIsNamed() throws IOException {
    Set<String> shared = new TreeSet<>();
    try (InputStream packed = jar.getInputStream(jar.getEntry("postgres-linux-x86_64.txz"));
        TarArchiveInputStream files = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry file; (file = files.getNextEntry()) != null; ) {
        Matcher library = SHARED_LIBRARY.matcher(file.getName());
        if (library.matches()) {
          shared.add(library.group(1));
        }
      }
    }
    assertTrue(shared.containsAll(Set.of("libpq", "libcrypto")), shared::toString);
    shared.removeIf(name -> notices.matches("(?s).*\\b" + Pattern.quote(name) + "\\b.*"));
    assertEquals(Set.of(), shared);
  }

  @Test
  void everyFileThatTheNoticesNameIsThere() throws IOException {
    Matcher names = Pattern.compile("; ([\\w-]+\\.txt)$", Pattern.MULTILINE).matcher(notices);
    int count = 0;
    for (; names.find(); count++) {
      assertTrue(content(jar, THIRD_PARTY + "postgresql-binaries/" + names.group(1)).length > 0);
    }
    assertEquals(8, count);
    String bundle = "dev/shopwire/common/docs/swagger-ui-bundle.js.LICENSE.txt";
    assertTrue(notices.contains(bundle), notices);
    assertTrue(content(jar, bundle).length > 0);
    for (String license : List.of("htmx.LICENSE.txt", "idiomorph.LICENSE.txt")) {
      assertTrue(notices.contains(license), notices);
      assertTrue(content(jar, "dev/shopwire/console/assets/" + license).length > 0);
    }
  }
}
