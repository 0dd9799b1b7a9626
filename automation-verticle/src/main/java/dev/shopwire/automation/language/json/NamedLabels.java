package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.names.Vocabulary;
import java.util.Optional;

/** Writes ids with names beside them. */
public final class NamedLabels implements JsonLabels {
  private final Labels labels;

  public NamedLabels(Labels labels) {
    this.labels = labels;
  }

  /** The app is the one whose value is meant, or that owns the field. */
  @Override
  public void field(long id, long app, ObjectNode json) {
    json.put("id", Long.toString(id));
    Optional<Vocabulary.Field> field = labels.field(id);
    field.ifPresent(found -> json.put("name", found.name()));
    app(app == 0 ? field.map(Vocabulary.Field::ownerApp).orElse(0L) : app, json);
  }

  @Override
  public void app(long app, ObjectNode json) {
    json.put("app", labels.app(app).orElse(null));
  }

  @Override
  public void segment(long segment, ObjectNode json) {
    json.put("id", Long.toString(segment));
    labels.segment(segment).ifPresent(name -> json.put("name", name));
  }
}
