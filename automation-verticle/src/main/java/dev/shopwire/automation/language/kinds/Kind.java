package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/** One kind of leaf: how it is read and written, and what it costs. Immutable. */
interface Kind<L extends Leaf> {

  /** The class of its leaves. */
  Class<L> leaf();

  /** What its texts start with: words, some of which have a colon that belongs to them. */
  List<String> heads();

  /** The {@code type} in JSON. */
  String type();

  /**
   * Reads a leaf from a text.
   *
   * @param text its next token is the first word of a head of this kind
   */
  DraftLeaf parse(TextReader text);

  /** Reads a leaf from JSON; empty if it can't even be checked, which is recorded. */
  Optional<DraftLeaf> read(JsonMembers members);

  /** The leaf in canonical form. */
  String print(L leaf, TextForms forms);

  /** Adds the members to {@code json}, which has the type. */
  void write(L leaf, ObjectNode json, JsonLabels labels);

  /** Adds what the leaf refers to. */
  void uses(L leaf, UseCollector uses);

  /** What the author should know about it. */
  List<LeafWarning> warnings(L leaf, Warnings warnings);
}
