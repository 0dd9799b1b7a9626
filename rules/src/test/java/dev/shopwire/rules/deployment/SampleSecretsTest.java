package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.DeploymentFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that what operators paste contains no working secret, and generates no key per machine that
 * all machines must share.
 */
class SampleSecretsTest {
  /** A secret whose value is not a variable, a command or an ellipsis. */
  private static final Pattern SETTING =
      Pattern.compile(
          "\\b(?:SHOPWIRE_[A-Z_]*(?:TOKEN|API_KEY|SECRET_KEYS|PASSWORD|SECRET)|[A-Z]+_PASSWORD)"
              + "(?:=|: )[\"']?(?![$…<\"'\\s\\\\])\\S");

  /** The same for the password of a URI; {@code user:password@host} is a placeholder. */
  private static final Pattern URI =
      Pattern.compile("://(?!user:password@host)[^\\s/@:\\[{]*:(?![$…])[^\\s/@\\]]+@");

  /** A complete key, token or signing secret. */
  private static final Pattern KEY =
      Pattern.compile("(?:sw_live_|sw_admin_|whsec_)\\w{8,}|(?<![\\w+/])[A-Za-z0-9+/]{43}=(?!\\w)");

  /** A key that is generated wherever the line is pasted, and stored nowhere. */
  private static final Pattern GENERATED_EVERYWHERE =
      Pattern.compile("export [^\\n]*\\$\\(openssl rand|\\bcat > \\S*env\\b");

  private static final List<Pattern> SECRETS = List.of(SETTING, URI, KEY, GENERATED_EVERYWHERE);

  private static List<Path> files() {
    List<Path> files = new ArrayList<>(DeploymentFiles.below(DeploymentFiles.CONF));
    files.addAll(DeploymentFiles.below(DeploymentFiles.ROOT.resolve("docs")));
    files.add(DeploymentFiles.ROOT.resolve("README.md"));
    files.removeIf(file -> file.endsWith("compose.env"));
    return files;
  }

  private static boolean hasSecret(String line) {
    return SECRETS.stream().anyMatch(secret -> secret.matcher(line).find());
  }

  @Test
  void noFileForOperatorsContainsASecret() {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      DeploymentFiles.text(file)
          .lines()
          .filter(SampleSecretsTest::hasSecret)
          .forEach(line -> found.add(file.getFileName() + ": " + line));
    }
    assertEquals(List.of(), found);
    assertTrue(files().size() > 20, "the test finds the files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export SHOPWIRE_ADMIN_TOKEN='at-least-16-characters'",
        "  SHOPWIRE_BOOTSTRAP_API_KEY: sample-key-of-the-guide",
        "POSTGRES_PASSWORD=secret",
        "SHOPWIRE_POSTGRES_URI=postgresql://shopwire:secret@db:5432/shopwire",
        "redis://:secret@cache:6379",
        "export SHOPWIRE_SECRET_KEYS=\"$(openssl rand -base64 32)\"",
        "(umask 077; cat > /etc/shopwire/shopwire.env <<END",
        "the key Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4= is",
        "export KEY=sw_live_0123456789ab"
      })
  void aSecretIsFound(String line) {
    assertTrue(hasSecret(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SHOPWIRE_ADMIN_TOKEN=$(openssl rand -hex 24)",
        "SHOPWIRE_ADMIN_TOKEN=",
        "  SHOPWIRE_ADMIN_TOKEN: ${SHOPWIRE_ADMIN_TOKEN:?is missing, see conf/compose.env.example}",
        "SHOPWIRE_POSTGRES_URI=\"postgresql://shopwire:${POSTGRES_PASSWORD:?}@db:5432/shopwire\"",
        "redis://[[user:]password@]host[:port][/n]",
        "postgresql://user:password@host:port/database?sslmode=…",
        "`redis://:…@cache:6379`",
        "export KEY=sw_live_…            # as printed at the first start"
      })
  void generatedSecretsAndPlaceholdersAreAllowed(String line) {
    assertFalse(hasSecret(line), line);
  }
}
