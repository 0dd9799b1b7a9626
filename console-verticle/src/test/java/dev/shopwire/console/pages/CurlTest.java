package dev.shopwire.console.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.console.PublicAddresses;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the commands that pages show. */
class CurlTest {
  private static final Curl CURL =
      new Curl(
          new PublicAddresses("https://console.example", "https://api.example"), "__Host-shopwire");

  @Test
  void aListIsReadWithATokenOfTheWorkspace() {
    assertEquals(
        "curl -sS -H \"Authorization: Bearer $TOKEN\""
            + " 'https://console.example/console/api/workspaces/7/users?search=O%27Neil+%24HOME'",
        CURL.same("c", "/console/api/workspaces/7/users", Map.of("search", "O'Neil $HOME"))
            .command());
  }

  @Test
  void whatBelongsToASessionIsReadWithItsCookie() {
    String command = CURL.same("c", "/console/api/me/sessions", Map.of()).command();
    assertTrue(command.startsWith("curl -sS -H \"Cookie: __Host-shopwire=$TOKEN\" "), command);
  }

  @Test
  void onlyTheVariablesOfConstantBodiesAreReplacedByTheShell() {
    assertEquals(
        """
        curl -sS -H 'Content-Type: application/json' \\
          -d '{"token":"'"$TOKEN"'"}' \\
          'https://console.example/console/api/setup'\
        """,
        CURL.sameByAnyone("c", "/console/api/setup", "{\"token\":\"$TOKEN\"}", "").command());
    String hostile = "{\"name\":\"$(reboot) $TOKEN `id` '; id; '\"}";
    for (String command :
        new String[] {
          CURL.tryWithKey("c", "/v1/identify", hostile).command(),
          CURL.tryWithToken("c", "/console/api/x", hostile, "").command(),
          CURL.tryInSession("c", "/console/api/x", hostile, "t").command()
        }) {
      assertTrue(
          command.contains("-d '{\"name\":\"$(reboot) $TOKEN `id` '\\''; id; '\\''\"}' "), command);
    }
    assertTrue(
        CURL.tryWithKey("c", "/v1/identify", "{}").command().contains("'https://api.example/v1/"));
  }
}
