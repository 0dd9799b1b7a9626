package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.templates.InvalidTemplateException;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.language.TemplateFault;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the check of a template found. Positions are in code points, as in conditions. Immutable.
 *
 * @param faults of the language
 * @param fields the custom fields that it names, in the order of the sources
 */
record TemplateCheck(List<Place> faults, List<Use> fields) {
  static final TemplateCheck NOTHING = new TemplateCheck(List.of(), List.of());

  /** More unknown fields would not help to correct a template. */
  private static final int MAX_UNKNOWN = 100;

  TemplateCheck {
    faults = List.copyOf(faults);
    fields = List.copyOf(fields);
  }

  /** A fault where it stands. */
  record Place(Member member, int position, ValidationError error) {
    static Place of(Member member, int position, int length, String code, String message) {
      return new Place(
          member,
          position,
          ValidationError.ofText("/" + member.id(), position, length, code, message));
    }
  }

  /** A custom field where it stands. */
  record Use(Member member, int position, int length, TemplatePath.Field field) {
    Place fault(String code, String message) {
      return Place.of(member, position, length, code, message);
    }
  }

  /** Checks sources. May take seconds: not for an event loop. */
  static TemplateCheck of(MailSource source) {
    try {
      return of(source, List.of(), MailTemplate.parse(source).used());
    } catch (InvalidTemplateException e) {
      return of(source, e.faults(), e.used());
    }
  }

  private static TemplateCheck of(
      MailSource source, List<TemplateFault> faults, List<UsedPath> used) {
    Map<Member, CodePoints> texts = texts(source);
    List<Place> places = new ArrayList<>(faults.size());
    for (TemplateFault fault : faults) {
      Span span = of(texts, fault.member(), fault.span());
      places.add(
          Place.of(
              fault.member(), span.position(), span.length(), fault.code().id(), fault.message()));
    }
    return new TemplateCheck(places, uses(texts(source), used));
  }

  private static List<Use> uses(Map<Member, CodePoints> texts, List<UsedPath> used) {
    List<Use> uses = new ArrayList<>();
    for (UsedPath path : used) {
      if (path.path() instanceof TemplatePath.Field field) {
        Span span = of(texts, path.member(), path.span());
        uses.add(new Use(path.member(), span.position(), span.length(), field));
      }
    }
    return uses;
  }

  /** The span in code points. */
  private static Span of(Map<Member, CodePoints> texts, Member member, Span span) {
    CodePoints text = Objects.requireNonNull(texts.get(member));
    int position = text.before(span.position());
    return new Span(position, text.before(span.position() + span.length()) - position);
  }

  private static Map<Member, CodePoints> texts(MailSource source) {
    Map<Member, CodePoints> texts = new EnumMap<>(Member.class);
    texts.put(Member.SUBJECT, new CodePoints(source.subject()));
    texts.put(source.markup(), new CodePoints(source.content()));
    texts.put(Member.TEXT, new CodePoints(source.text().orElse("")));
    return texts;
  }

  List<TemplatePath.Field> paths() {
    return fields.stream().map(Use::field).distinct().toList();
  }

  /** All faults by member and position, those of fields that there are not included. */
  List<ValidationError> faults(TemplateFields known) {
    List<Place> all = new ArrayList<>(faults);
    fields.stream()
        .flatMap(
            use ->
                known.find(use.field()).problem().stream()
                    .map(problem -> use.fault(problem.code(), problem.message())))
        .limit(MAX_UNKNOWN)
        .forEach(all::add);
    all.sort(Comparator.comparing(Place::member).thenComparingInt(Place::position));
    return all.stream().map(Place::error).toList();
  }
}
