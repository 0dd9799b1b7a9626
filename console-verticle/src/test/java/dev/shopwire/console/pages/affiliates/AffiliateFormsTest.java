package dev.shopwire.console.pages.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.RequestFake;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the JSON bodies that the forms about affiliates become. */
class AffiliateFormsTest {
  private static final List<String> FEW = List.of("a", "b");
  private static final List<String> MANY = Collections.nCopies(51, "a");

  private static String created(List<String> slugs, Map<String, List<String>> values) {
    return AffiliateForms.affiliateBody(
        Form.body(AffiliateForms.create(slugs).fields(), new FormData(values)));
  }

  @Test
  void anAffiliateWithoutAppsTakesPartInAll() {
    for (List<String> slugs : List.of(FEW, MANY)) {
      assertEquals(
          "{\"name\":\"Jane\",\"codes\":[\"J 1\",\"J2\"],\"apps\":null}",
          created(slugs, Map.of("name", List.of("Jane"), "codes", List.of(" J 1 \r\n\r\nJ2"))));
    }
  }

  @Test
  void appsAreCheckboxesWhileTheyAreFewAndLinesOtherwise() {
    String body = "{\"apps\":[\"a\",\"b\"]}";
    assertEquals(body, created(FEW, Map.of("apps", FEW)));
    assertEquals(body, created(MANY, Map.of("apps", List.of("a\nb"))));
  }

  @Test
  void aChangeStartsWithWhatIsStored() throws Exception {
    var affiliate =
        Json.MAPPER.readTree("{\"name\":\"Jane\",\"email\":null,\"apps\":[\"a\",\"b\"]}");
    for (List<String> slugs : List.of(FEW, MANY)) {
      Form form = AffiliateForms.change(affiliate, slugs);
      assertEquals(
          "{\"name\":\"Jane\",\"email\":null,\"apps\":[\"a\",\"b\"]}",
          AffiliateForms.affiliateBody(Form.body(form.fields(), form.values())));
    }
  }

  @Test
  void anExpiryIsATimeOfThePagesZoneOrNone() {
    PageRequest request = RequestFake.of("/console/w/1/affiliates/1", Map.of(), Optional.empty());
    assertEquals("{\"expiresAt\":\"2030-12-31T17:00:00Z\"}", code(request, "2030-12-31 18:00"));
    assertEquals("{\"expiresAt\":null}", code(request, ""));
    assertEquals("{\"expiresAt\":\"soon\"}", code(request, "soon"));
  }

  private static String code(PageRequest request, String expiresAt) {
    FormData data = FormData.of(Map.of("expiresAt", expiresAt));
    byte[] body = Form.body(AffiliateForms.ADD_CODE.fields(), data);
    return AffiliateForms.codeBody(request, body);
  }
}
