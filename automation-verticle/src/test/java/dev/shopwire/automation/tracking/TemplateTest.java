package dev.shopwire.automation.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TemplateTest {
  @Test
  void allGapsOfANameAreFilled() {
    String text = new Template("%(a) + %(b) = %(a)%").set("a", "$1").set("b", "\\ %(a)").text();
    assertEquals("$1 + \\ %(a) = $1%", text);
  }

  @Test
  void aGapThatIsNotSetIsABug() {
    Template template = new Template("%(a)").set("b", "1");
    assertThrows(IllegalStateException.class, template::text);
  }
}
