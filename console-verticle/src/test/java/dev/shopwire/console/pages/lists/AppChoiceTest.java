package dev.shopwire.console.pages.lists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.lists.AppChoice.App;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which app a page is about. */
class AppChoiceTest {
  private static final List<App> APPS =
      List.of(new App(3, "reports", "Reports"), new App(5, "mail", "Mail"));

  @Test
  void itIsTheOneOfTheAddressElseTheFirst() {
    assertEquals(3, AppChoice.of(APPS, "").chosen().orElseThrow().id());
    assertEquals(5, AppChoice.of(APPS, "mail").chosen().orElseThrow().id());
    assertEquals(Optional.empty(), AppChoice.of(List.of(), "").chosen());
  }

  @Test
  void anAppOfAnotherWorkspaceIsAFaultOfTheFilter() {
    Failure failure = assertThrows(Failure.class, () -> AppChoice.of(APPS, "other"));
    assertEquals("app", failure.errors().get(0).parameter());
  }

  @Test
  void theFieldOffersSlugsByTheirNames() {
    assertEquals(
        List.of(new Option("reports", "Reports"), new Option("mail", "Mail")),
        AppChoice.of(APPS, "").field().options());
  }
}
