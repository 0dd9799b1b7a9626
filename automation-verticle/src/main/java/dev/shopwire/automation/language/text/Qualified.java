package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import java.util.Optional;

/** What stands after the colon of a head; {@code isId} if the name is the digits of an id. */
public record Qualified(Optional<String> app, String name, boolean isId) {

  public Reference reference(Place head) {
    return isId ? Reference.ofId(name, head) : Reference.ofName(name, head);
  }

  public Optional<Reference.App> app(Place head) {
    return app.map(slug -> new Reference.App(slug, head));
  }
}
