package dev.shopwire.console.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.views.SavedViews.Content;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how requests for saved views are read. */
class ViewInputTest {
  private static Content ofNew(String page) {
    return ViewInput.ofNew(("{\"name\":\"n\",\"page\":\"" + page + "\"}").getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "customers", "/customers", "/behavior/events", "/customers/cus_1"})
  void aPageIsAPathBelowItsWorkspace(String page) {
    assertEquals(new Content("n", page, "", false), ofNew(page));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/../../x",
        "https://evil.example",
        "/customers?x=1",
        "/a//b",
        "/customers/",
        "/a b",
        "javascript:alert(1)"
      })
  void otherTextsAreRejected(String page) {
    Failure failure = assertThrows(Failure.class, () -> ofNew(page));
    assertEquals("/page", failure.errors().get(0).pointer());
  }

  @Test
  void aLongInvalidPageIsRejectedQuickly() {
    Assertions.assertTimeout(
        Duration.ofSeconds(1),
        () -> assertThrows(Failure.class, () -> ofNew("/" + "a".repeat(198) + "!")));
  }

  @Test
  void absentFieldsKeepTheirValuesAndNullRemovesTheQuery() {
    Content stored = new Content("n", "/customers", "a=1", true);
    ViewInput renamed = ViewInput.ofChange("{\"name\":\" m \"}".getBytes(UTF_8));
    assertEquals(new Content("m", "/customers", "a=1", true), renamed.applyTo(stored));
    ViewInput cleared = ViewInput.ofChange("{\"query\":null}".getBytes(UTF_8));
    assertEquals(new Content("n", "/customers", "", true), cleared.applyTo(stored));
    assertThrows(Failure.class, () -> ViewInput.ofChange("{\"name\":null}".getBytes(UTF_8)));
  }
}
