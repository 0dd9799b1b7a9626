package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.EveryoneLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** {@code everyone}. */
final class EveryoneKind implements Kind<EveryoneLeaf> {
  private static final String EVERYONE = "everyone";

  private record Draft(Place place) implements DraftLeaf {
    @Override
    public Optional<Leaf> resolve(Names names) {
      return Optional.of(new EveryoneLeaf());
    }
  }

  @Override
  public Class<EveryoneLeaf> leaf() {
    return EveryoneLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of(EVERYONE);
  }

  @Override
  public String type() {
    return EVERYONE;
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    return new Draft(text.head().place());
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    return Optional.of(new Draft(members.place()));
  }

  @Override
  public String print(EveryoneLeaf leaf, TextForms forms) {
    return EVERYONE;
  }

  @Override
  public void write(EveryoneLeaf leaf, ObjectNode json, JsonLabels labels) {}

  @Override
  public void uses(EveryoneLeaf leaf, UseCollector uses) {}

  @Override
  public List<LeafWarning> warnings(EveryoneLeaf leaf, Warnings warnings) {
    return List.of();
  }
}
