package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Leads from a list back to it after something was created, and from there to the new thing. */
public final class Created {
  private static final String DONE = "created";
  private static final String ID = "created";

  private Created() {}

  /** Back to the list. */
  public static PageResponse page(PageRequest request, JsonNode created) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("done", DONE);
    parameters.put(ID, created.path("id").asText());
    return new PageResponse.Redirect(Curl.address(request.path(), parameters));
  }

  /**
   * What the list says then.
   *
   * @param path of the page about the thing with this id
   */
  public static List<Part> notice(
      PageRequest request, String text, String link, Function<String, String> path) {
    return request.query().get("done").equals(DONE)
        ? List.of(new Notice(text), new Link(link, path.apply(request.query().get(ID))))
        : List.of();
  }
}
