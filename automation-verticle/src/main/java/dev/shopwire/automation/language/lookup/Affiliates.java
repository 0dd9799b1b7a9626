package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Operand.Form;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.query.NumericId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds affiliates: in JSON by id, in texts by name or {@code #id}. Such an id may be quoted too,
 * unless an affiliate has that name.
 */
public final class Affiliates {
  private final Vocabulary vocabulary;
  private final Faults faults;

  Affiliates(Vocabulary vocabulary, Faults faults) {
    this.vocabulary = vocabulary;
    this.faults = faults;
  }

  /** The names and ids that operands mention. */
  public static Mentions mentions(Stream<Operand> operands) {
    Set<String> names = new HashSet<>();
    Set<Long> ids = new HashSet<>();
    operands.forEach(
        operand -> {
          idOf(operand).ifPresent(ids::add);
          if (operand instanceof Operand.Text text && text.form() != Form.JSON) {
            names.add(text.text());
          }
        });
    return new Mentions(names, ids);
  }

  private static Optional<Long> idOf(Operand operand) {
    if (operand instanceof Operand.Id id) {
      return NumericId.parse(id.id());
    }
    if (operand instanceof Operand.Text text) {
      return text.form() == Form.JSON
          ? NumericId.parse(text.text())
          : Optional.of(text.text())
              .filter(id -> id.startsWith("#"))
              .flatMap(Affiliates::afterSign);
    }
    return Optional.empty();
  }

  private static Optional<Long> afterSign(String text) {
    return NumericId.parse(text.substring(1));
  }

  Optional<Long> find(Operand operand) {
    List<Long> named =
        operand instanceof Operand.Text text && text.form() != Form.JSON
            ? named(text.text())
            : List.of();
    if (named.size() > 1) {
      return ambiguous(operand.place(), operand, named);
    }
    Optional<Long> id =
        named.isEmpty()
            ? idOf(operand).filter(vocabulary.affiliates()::containsKey)
            : Optional.of(named.get(0));
    return id.isPresent() ? id : unknown(operand);
  }

  private List<Long> named(String name) {
    return vocabulary.affiliates().entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private Optional<Long> unknown(Operand operand) {
    String shown =
        operand instanceof Operand.Text text
            ? (text.form() == Form.JSON ? "#" : "") + Shown.text(text.text())
            : operand.shown();
    return faults.none(
        operand.place(), FaultCode.UNKNOWN_AFFILIATE, "There is no affiliate " + shown);
  }

  private Optional<Long> ambiguous(Place place, Operand operand, List<Long> ids) {
    return faults.none(
        place,
        FaultCode.AMBIGUOUS_AFFILIATE,
        "Several affiliates match "
            + operand.shown()
            + ": expected one of "
            + ids.stream().limit(10).map(id -> "#" + id).collect(Collectors.joining(", ")));
  }
}
