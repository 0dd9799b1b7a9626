package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Head;
import dev.shopwire.automation.language.text.Qualified;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** {@code segment:name}: the condition of another segment. */
final class SegmentKind implements Kind<SegmentLeaf> {

  private record Draft(Place place, Reference segment) implements DraftLeaf {
    @Override
    public Optional<Leaf> resolve(Names names) {
      return names.segment(segment).map(SegmentLeaf::new);
    }
  }

  @Override
  public Class<SegmentLeaf> leaf() {
    return SegmentLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of("segment:");
  }

  @Override
  public String type() {
    return "segment";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Qualified name = head.nameOrIdAlone("the name of a segment, or # and its id");
    return new Draft(head.place(), name.reference(head.place()));
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    return members.reference("a segment").map(found -> new Draft(members.place(), found));
  }

  @Override
  public String print(SegmentLeaf leaf, TextForms forms) {
    return "segment:"
        + forms.labels().segment(leaf.segment()).map(TextForms::name).orElse("#" + leaf.segment());
  }

  @Override
  public void write(SegmentLeaf leaf, ObjectNode json, JsonLabels labels) {
    labels.segment(leaf.segment(), json);
  }

  @Override
  public void uses(SegmentLeaf leaf, UseCollector uses) {
    uses.segment(leaf.segment());
  }

  /** What the nested segment costs, this one costs too. */
  @Override
  public List<LeafWarning> warnings(SegmentLeaf leaf, Warnings warnings) {
    String name = warnings.labels().segment(leaf.segment()).orElse("the segment");
    return warnings.nested(leaf.segment()).stream()
        .filter(code -> code != LeafWarning.Code.SHADOWED_FIELD)
        .map(
            code ->
                new LeafWarning(
                    code,
                    code == LeafWarning.Code.PRIVATE_FIELD
                        ? name + " uses a private field"
                        : "No index helps a test of " + name))
        .toList();
  }
}
