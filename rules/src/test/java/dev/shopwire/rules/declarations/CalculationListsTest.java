package dev.shopwire.rules.declarations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.analytics.time.Preset;
import dev.shopwire.common.time.Interval;
import dev.shopwire.console.pages.behavior.ReportWords;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Calculation} is the list of calculations. */
class CalculationListsTest {
  private static final String REFERENCE = "#/components/schemas/Calculation";

  @Test
  void theOpenApiDocumentsListEveryCalculation() {
    Documents.OPEN_API.forEach(
        (role, document) ->
            assertEquals(
                Calculation.apiNames(),
                Documents.texts(document.at("/components/schemas/Calculation/enum")),
                role));
  }

  @Test
  void theyListThemOnlyThere() {
    Documents.OPEN_API.forEach(
        (role, document) -> {
          List<JsonNode> lists =
              Documents.nodes(document)
                  .filter(node -> Documents.texts(node.path("enum")).contains("median"))
                  .toList();
          assertEquals(1, lists.size(), role);
          List<JsonNode> parameters =
              Documents.nodes(document)
                  .filter(node -> node.path("name").asText().equals("calculation"))
                  .toList();
          assertTrue(parameters.size() >= 2, role);
          parameters.forEach(
              parameter -> assertEquals(REFERENCE, parameter.at("/schema/$ref").asText(), role));
        });
  }

  @Test
  void thePageOfReportsOffersEveryWord() {
    assertEquals(Calculation.apiNames(), ReportWords.CALCULATIONS);
    assertEquals(Interval.apiNames(), ReportWords.INTERVALS);
    assertEquals(Preset.apiNames(), ReportWords.PERIODS);
  }

  @Test
  void theTableOfTheDocumentDescribesEachOnce() {
    List<String> described =
        Documents.table("docs/api/reads.md", "| Calculation |").stream()
            .flatMap(row -> Stream.of(row.get(0).replace("`", "").split(" ", -1)))
            .toList();
    assertEquals(Calculation.apiNames(), described);
  }
}
