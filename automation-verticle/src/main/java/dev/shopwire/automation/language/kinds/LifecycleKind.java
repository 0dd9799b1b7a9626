package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.LifecycleAttribute;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.automation.language.draft.ValueType;
import dev.shopwire.automation.language.json.JsonForms;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Head;
import dev.shopwire.automation.language.text.Operators;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code app:slug attribute test}, or {@code app:any …}. */
final class LifecycleKind implements Kind<LifecycleLeaf> {
  /** Stands for all apps in texts. */
  private static final String ANY = "any";

  private static final String CURRENCY = "currency";
  private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
  private static final Attributes<LifecycleAttribute> ATTRIBUTES =
      new Attributes<>(List.of(LifecycleAttribute.values()), LifecycleAttribute::word);

  /** As it was written, and where. */
  private record Currency(String code, Place place) {}

  private record Draft(
      Place place,
      Optional<Reference.App> app,
      LifecycleAttribute attribute,
      Optional<Currency> currency,
      Optional<TestDraft> test)
      implements DraftLeaf {

    @Override
    public Optional<Leaf> resolve(Names names) {
      Optional<Long> inApp = names.appOrAll(app);
      boolean isCode = currency.map(found -> isCode(found, names)).orElse(true);
      Optional<ValueTest> found =
          test.flatMap(draft -> draft.resolve(type(), attribute.word(), names));
      return inApp
          .filter(id -> isCode && found.isPresent() == test.isPresent())
          .map(id -> new LifecycleLeaf(id, attribute, currency.map(Currency::code), found));
    }

    private ValueType type() {
      return switch (attribute) {
        case STATE -> ValueType.LIFECYCLE_STATE;
        case PLAN -> ValueType.CUSTOMER_TEXT;
        case MRR -> ValueType.REVENUE;
        default -> ValueType.TIME;
      };
    }

    private static boolean isCode(Currency currency, Names names) {
      boolean isCode = CODE.matcher(currency.code()).matches();
      if (!isCode) {
        names
            .faults()
            .add(
                currency.place(),
                FaultCode.INVALID_VALUE,
                "expected a currency of three capital letters, such as USD, got "
                    + Shown.text(currency.code()));
      }
      return isCode;
    }
  }

  @Override
  public Class<LifecycleLeaf> leaf() {
    return LifecycleLeaf.class;
  }

  @Override
  public List<String> heads() {
    return List.of("app:");
  }

  @Override
  public String type() {
    return "lifecycle";
  }

  @Override
  public DraftLeaf parse(TextReader text) {
    Head head = text.head();
    Optional<String> app = head.appOr(ANY);
    Place place = head.place();
    LifecycleAttribute attribute = ATTRIBUTES.peek(text);
    Head word = text.head();
    Optional<String> currency =
        attribute == LifecycleAttribute.MRR
            ? word.suffix("a currency such as USD")
            : Optional.empty();
    Place wordPlace = word.place();
    return new Draft(
        place,
        app.map(slug -> new Reference.App(slug, place)),
        attribute,
        currency.map(code -> new Currency(code, wordPlace)),
        test(text, attribute));
  }

  private static Optional<TestDraft> test(TextReader text, LifecycleAttribute attribute) {
    return switch (attribute) {
      case STATE, PLAN -> Optional.of(text.test(Operators.TEST));
      case MRR -> Optional.of(text.test(Operators.COMPARE));
      case TRIAL_ENDS -> Optional.of(text.test(Operators.TIME));
      default -> text.time();
    };
  }

  @Override
  public Optional<DraftLeaf> read(JsonMembers members) {
    Optional<LifecycleAttribute> attribute = ATTRIBUTES.read(members);
    if (attribute.isEmpty()) {
      members.readAll();
    }
    return attribute.map(found -> read(members, found));
  }

  private static Draft read(JsonMembers members, LifecycleAttribute attribute) {
    Optional<Reference.App> app = members.app();
    Optional<Currency> currency =
        attribute == LifecycleAttribute.MRR
            ? members.text(CURRENCY).map(code -> new Currency(code, members.place(CURRENCY)))
            : Optional.empty();
    boolean isTested = !attribute.holdsAlone() || members.has("op");
    return new Draft(
        members.place(),
        app,
        attribute,
        currency,
        isTested ? Optional.of(members.test()) : Optional.empty());
  }

  @Override
  public String print(LifecycleLeaf leaf, TextForms forms) {
    return "app:"
        + forms.labels().app(leaf.app()).map(LifecycleKind::app).orElse(ANY)
        + " "
        + leaf.attribute().word()
        + leaf.currency().map(currency -> ":" + TextForms.name(currency)).orElse("")
        + forms.test(leaf.test());
  }

  /** An app may be called as what stands for all. */
  private static String app(String slug) {
    return slug.equalsIgnoreCase(ANY) ? TextForms.quoted(slug) : TextForms.name(slug);
  }

  @Override
  public void write(LifecycleLeaf leaf, ObjectNode json, JsonLabels labels) {
    labels.app(leaf.app(), json);
    json.put(Attributes.NAME, leaf.attribute().word());
    leaf.currency().ifPresent(currency -> json.put(CURRENCY, currency));
    leaf.test().ifPresent(test -> JsonForms.test(test, json));
  }

  @Override
  public void uses(LifecycleLeaf leaf, UseCollector uses) {
    uses.app(leaf.app());
  }

  @Override
  public List<LeafWarning> warnings(LifecycleLeaf leaf, Warnings warnings) {
    return List.of(
        new LeafWarning(
            LeafWarning.Code.SCANS_VALUES,
            "No index helps this test: it reads the lifecycles of all shops"));
  }
}
