package dev.shopwire.console.pages;

import dev.shopwire.console.pages.parts.Part;
import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;

/** Renders the templates, which the build compiled. Thread-safe. */
public final class Templates {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null,
          ContentType.Html,
          Templates.class.getClassLoader(),
          "dev.shopwire.console.templates");
  private static final int CAPACITY = 16_384;

  private Templates() {}

  /** The HTML of a page. */
  public static String page(Frame frame, List<Part> parts) {
    StringOutput html = new StringOutput(CAPACITY);
    ENGINE.render("layout.jte", Map.of("frame", frame, "parts", contents(frame, parts)), html);
    return html.toString();
  }

  /** What templates insert for the parts that a part consists of. */
  public static List<Content> contents(Frame frame, List<Part> parts) {
    return parts.stream()
        .map(
            part ->
                (Content)
                    output ->
                        ENGINE.render(
                            "parts/" + part.template() + ".jte",
                            Map.of("frame", frame, "part", part),
                            output))
        .toList();
  }
}
