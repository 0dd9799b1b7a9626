package dev.shopwire.automation.templates.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.store.TemplateCheck.Place;
import dev.shopwire.automation.templates.store.TemplateCheck.Use;
import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TemplateCheckTest {
  private static final String FACE = "\ud83d\ude00";

  private static String codePoints(String text, int position, int length) {
    int start = text.offsetByCodePoints(0, position);
    return text.substring(start, text.offsetByCodePoints(start, length));
  }

  @Test
  void positionsAreInCodePoints() {
    String html = FACE + "{{cf.one}}" + FACE + "{{wrong}}" + FACE + "{{cf.two}}{{also}}";
    TemplateCheck check = TemplateCheck.of(MailSource.ofHtml(FACE + "{{none}}", html));
    List<ValidationError> errors = check.faults().stream().map(Place::error).toList();
    assertEquals(
        List.of("/subject", "/html", "/html"),
        errors.stream().map(ValidationError::pointer).toList());
    assertEquals(
        List.of("wrong", "also"),
        errors.stream()
            .skip(1)
            .map(
                error ->
                    codePoints(
                        html,
                        Objects.requireNonNull(error.position()),
                        Objects.requireNonNull(error.length())))
            .toList());
    assertEquals(
        List.of("cf.one", "cf.two"),
        check.fields().stream()
            .map(use -> codePoints(html, use.position(), use.length()))
            .toList());
  }

  @Test
  void fieldsAreFoundThoughThereAreFaults() {
    TemplateCheck check =
        TemplateCheck.of(
            MailSource.ofHtml("{{cf.a}}", "<script>{{cf.b}}</script>").withText("{{cf.app/c}}"));
    assertEquals(1, check.faults().size());
    assertEquals(
        List.of("cf.a", "cf.b", "cf.app/c"),
        check.fields().stream().map(Use::field).map(field -> field.text()).toList());
  }

  @Test
  void anEmptySourceHasNoFaults() {
    assertEquals(TemplateCheck.NOTHING, TemplateCheck.of(MailSource.ofHtml("", "")));
  }

  @Test
  void positionsMayBeAskedForInAnyOrder() {
    String text = Stream.generate(() -> FACE + "a").limit(10).reduce("", String::concat);
    CodePoints points = new CodePoints(text);
    assertEquals(20, points.before(30));
    assertEquals(2, points.before(3));
    assertEquals(0, points.before(0));
    assertEquals(20, points.before(1_000));
    assertTrue(points.before(6) < points.before(9));
  }
}
