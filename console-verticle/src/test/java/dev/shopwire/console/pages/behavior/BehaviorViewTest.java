package dev.shopwire.console.pages.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.RequestFake;
import dev.shopwire.console.pages.Templates;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.TimeFilters;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what pages show if their events can't be read. */
class BehaviorViewTest {
  private static final Field APP = Field.select("app", "App", "first", "second");

  private final PageRequest request =
      RequestFake.of(
          "/console/w/1/behavior/report",
          new TreeMap<>(Map.of("app", "second", "startDate", "2026-01-01")));
  private final BehaviorView view =
      new BehaviorView(
          request,
          "Report",
          new ChosenApp(2, "second", APP),
          Stream.concat(
                  Stream.of(APP, Shops.field(List.of()), Field.text("value1", "Value 1")),
                  TimeFilters.of(request))
              .toList());

  private String html(int status, Throwable error) {
    Future<PageResponse> shown = view.refused(error);
    assertTrue(shown.succeeded(), String.valueOf(shown.cause()));
    PageResponse.Page page = (PageResponse.Page) shown.result();
    assertEquals(status, page.status());
    String html = Templates.page(page.frame(), page.parts());
    assertTrue(html.contains("value=\"2026-01-01\""), html);
    assertTrue(html.contains("<option value=\"second\" selected>"), html);
    return html;
  }

  @Test
  void aReadThatIsTooLargeSaysWhatHelpsAndCanBeRetried() {
    String html =
        html(
            503,
            Failure.unavailable(
                "report_too_large", "The read took more than 5 s", Duration.ofSeconds(1)));
    assertTrue(html.contains("The read took more than 5 s."), html);
    assertTrue(
        html.contains(
            "<a href=\"/console/w/1/behavior/report?app=second&amp;startDate=2026-01-01\">Retry</a>"),
        html);
    assertTrue(
        html(429, Failure.rateLimited("Too many reads", Duration.ofSeconds(1)))
            .contains(">Retry<"));
  }

  @Test
  void anAbsentRoleCostsItsPart() {
    String html = html(200, Failure.unavailable("No reachable process runs the role"));
    assertTrue(html.contains("The role analytics is not available now."), html);
  }

  @Test
  void faultsAreThoseOfTheFieldsThatCausedThem() {
    String html =
        html(
            422,
            FaultNames.translate(
                Failure.invalidParameter(
                    "properties", "invalid_value", "properties/0/value must be a number")));
    assertTrue(html.contains("<a href=\"#filter-value1\">Value 1 must be a number</a>"), html);
    html = html(422, FaultNames.translate(Failure.notFound("customer")));
    assertTrue(html.contains("href=\"#filter-customerId\""), html);
    html =
        html(
            422,
            FaultNames.translate(
                Failure.invalidParameter(
                    "myplatformDomain", "invalid", "myplatformDomain must be a domain")));
    assertTrue(html.contains("Shop must be a domain"), html);
  }

  @Test
  void otherFailuresArePassedOn() {
    assertTrue(view.refused(Failure.notFound("app")).failed());
    assertTrue(view.refused(new IllegalStateException("a bug")).failed());
  }
}
