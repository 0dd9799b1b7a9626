package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests running as an ordinary user, and as root on systems that forbid user namespaces. */
@Timeout(120)
class ServerUserIT {
  private static final int NOBODY = 65_534;

  @TempDir private Path directory;
  private Path path;

  @BeforeEach
  void open() throws IOException {
    assumeTrue(TestData.isRoot() && Command.onPath("setpriv").isPresent());
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    path = TestData.unpacked(directory);
  }

  @AfterEach
  void assertNothingRuns() {
    TestData.assertNothingRunsIn(directory.resolve("data"));
  }

  @Test
  void runsAsAnOrdinaryUser() throws Exception {
    TestData.run("chown", "-R", NOBODY + ":" + NOBODY, path.toString());
    List<String> nobody =
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    for (int i = 0; i < 2; i++) {
      try (ChildJvm child = ChildJvm.start(path, nobody, Map.of(), readableClassPath())) {
        List<String> ready = child.awaitLine("READY");
        assertEquals(NOBODY, TestData.owner(Path.of("/proc", ready.get(1))));
        String uri = Files.readString(path.resolve("postgres.uri")).strip();
        assertEquals("shopwire", Clients.value(uri, "SELECT current_user"));
      }
    }
    assertEquals(NOBODY, TestData.owner(path.resolve("postgres.secret")));
  }

  @Test
  void asRootWithoutUserNamespacesRunsPostgresAsNobody() throws Exception {
    String classPath = System.getProperty("java.class.path", "");
    try (ChildJvm child = ChildJvm.start(path, List.of(), pathWith("setpriv"), classPath)) {
      String pid = child.awaitLine("READY").get(1);
      assertEquals(NOBODY, TestData.owner(Path.of("/proc", pid)));
      assertEquals(NOBODY, TestData.owner(path.resolve("postgres/PG_VERSION")));
      assertEquals(0, TestData.owner(path.resolve("postgres.secret")));
      assertEquals("rwx--x---", TestData.mode(path));
      String uri = Files.readString(path.resolve("postgres.uri")).strip();
      Clients.execute(uri, "CREATE TABLE t AS SELECT 42 AS n");
      child.kill();
    }
    assertStopsItAndRunsInANamespaceAgain();
  }

  private void assertStopsItAndRunsInANamespaceAgain() throws Exception {
    try (DataDirectory data = DataDirectory.open(path);
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {})) {
      assertEquals("42", Clients.value(postgres.uri(), "SELECT n FROM t"));
      assertEquals(0, TestData.owner(path.resolve("postgres/PG_VERSION")));
    }
  }

  @Test
  void asRootWithNeitherTheErrorNamesAWayOut() throws IOException {
    String classPath = System.getProperty("java.class.path", "");
    try (ChildJvm child = ChildJvm.start(path, List.of(), pathWith(), classPath)) {
      String message = String.join(" ", child.awaitLine("REFUSED"));
      assertTrue(message.contains("run as an ordinary user"), message);
      assertTrue(message.contains("SHOPWIRE_POSTGRES_URI"), message);
    }
  }

  private Map<String, String> pathWith(String... programs) throws IOException {
    Path tools = Files.createDirectory(directory.resolve("tools"));
    for (String program : programs) {
      Path original = Command.onPath(program).orElseThrow();
      Files.copy(original, tools.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
    }
    return Map.of("PATH", tools.toString());
  }

  /** A readable copy of the class path, which other users may be unable to read. */
  private String readableClassPath() throws IOException {
    Path copies = directory.resolve("classpath");
    if (!Files.exists(copies)) {
      Files.createDirectory(copies);
      int number = 0;
      String classPath = System.getProperty("java.class.path", "");
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
          Path name = Path.of(entry).getFileName();
          TestData.run("cp", "-rL", entry, copies.resolve(number++ + "-" + name).toString());
        }
      }
      TestData.run("chmod", "-R", "a+rX", copies.toString());
    }
    try (var entries = Files.list(copies)) {
      return String.join(File.pathSeparator, entries.map(Path::toString).toList());
    }
  }
}
