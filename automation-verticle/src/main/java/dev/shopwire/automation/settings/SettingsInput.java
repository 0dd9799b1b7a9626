package dev.shopwire.automation.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.settings.QuietHours.ZoneSource;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.time.TimeZones;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The body of a request that changes settings. Whatever is absent stays as it is.
 *
 * @param zoneField the custom field that quiet hours name, if it can be one
 * @param faults of the body, without those that only the database knows
 */
record SettingsInput(
    Optional<Boolean> sandbox,
    Optional<List<String>> allow,
    PatchValue<QuietHours> quietHours,
    Optional<TemplatePath.Field> zoneField,
    PatchValue<FrequencyCap> frequencyCap,
    PatchValue<Long> defaultSender,
    List<ValidationError> faults) {
  private static final int MAX_NAME = 100;
  private static final int MAX_DURATION = 12;
  private static final String REQUIRED = "required";
  private static final String INVALID_TYPE = "invalid_type";

  /**
   * @throws Failure 400 or 422 if it is no JSON object
   */
  static SettingsInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    Reader reader = new Reader(input);
    JsonInput sandbox = reader.object("sandbox");
    Optional<Boolean> enabled = reader.enabled(sandbox);
    Optional<List<String>> allow = reader.allow(sandbox);
    PatchValue<QuietHours> quietHours = reader.quietHours();
    PatchValue<FrequencyCap> cap = reader.frequencyCap();
    PatchValue<Long> sender = reader.defaultSender();
    return new SettingsInput(
        enabled, allow, quietHours, reader.zoneField, cap, sender, faults(input));
  }

  private static List<ValidationError> faults(JsonInput input) {
    try {
      input.throwIfInvalid();
      return List.of();
    } catch (Failure failure) {
      return failure.errors();
    }
  }

  /** The settings with what this body changes. */
  AutomationSettings applyTo(AutomationSettings before) {
    return new AutomationSettings(
        new Sandbox(
            sandbox.orElse(before.sandbox().isEnabled()), allow.orElse(before.sandbox().allow())),
        Optional.ofNullable(quietHours.applyTo(before.quietHours().orElse(null))),
        Optional.ofNullable(frequencyCap.applyTo(before.frequencyCap().orElse(null))),
        Optional.ofNullable(defaultSender.applyTo(before.defaultSender().orElse(null))));
  }

  /** Reads the members, and records faults in the body. Used once. */
  private static final class Reader {
    private final JsonInput input;
    private Optional<TemplatePath.Field> zoneField = Optional.empty();

    Reader(JsonInput input) {
      this.input = input;
    }

    /** A nested object, which can't be null. */
    JsonInput object(String name) {
      if (input.value(name).isNull()) {
        input.addError(name, INVALID_TYPE, "must be an object, got null");
      }
      return input.optionalObject(name);
    }

    Optional<Boolean> enabled(JsonInput sandbox) {
      PatchValue<Boolean> enabled = sandbox.optionalBoolean("enabled");
      if (enabled.present() && enabled.value() == null) {
        sandbox.addError("enabled", INVALID_TYPE, "must be true or false, got null");
      }
      return Optional.ofNullable(enabled.value());
    }

    Optional<List<String>> allow(JsonInput sandbox) {
      JsonNode given = sandbox.value("allow");
      if (given.isMissingNode()) {
        return Optional.empty();
      }
      if (!given.isArray() || given.size() > Sandbox.MAX_ALLOWED) {
        sandbox.addError(
            "allow",
            given.isArray() ? "too_many" : INVALID_TYPE,
            "must be an array of up to " + Sandbox.MAX_ALLOWED + " addresses and domains");
        return Optional.empty();
      }
      Set<String> allowed = new LinkedHashSet<>();
      for (int i = 0; i < given.size(); i++) {
        addAllowed(sandbox, i, given.get(i), allowed);
      }
      return Optional.of(List.copyOf(allowed));
    }

    private static void addAllowed(
        JsonInput sandbox, int index, JsonNode item, Set<String> allowed) {
      if (!item.isTextual() || item.textValue().length() > MailAddress.MAX_LENGTH) {
        sandbox.addItemError(
            "allow",
            index,
            INVALID_TYPE,
            "allow must contain strings of up to " + MailAddress.MAX_LENGTH + " characters");
        return;
      }
      try {
        allowed.add(Sandbox.normalized(item.textValue()));
      } catch (InvalidAddress e) {
        sandbox.addItemError(
            "allow",
            index,
            "invalid_address",
            "This item of allow " + e.getMessage() + ", expected an e-mail address or a domain");
      }
    }

    PatchValue<QuietHours> quietHours() {
      JsonNode given = input.value("quietHours");
      if (!given.isObject()) {
        input.optionalObject("quietHours");
        return given.isNull() ? PatchValue.of(null) : PatchValue.absent();
      }
      JsonInput quiet = input.optionalObject("quietHours");
      Optional<LocalTime> from = time(quiet, "from");
      Optional<LocalTime> to = time(quiet, "to");
      if (from.isPresent() && from.equals(to)) {
        quiet.addError("to", "invalid_time", "must differ from from");
      }
      Optional<ZoneSource> zone = zone(quiet);
      return from.isPresent() && to.isPresent() && zone.isPresent()
          ? PatchValue.of(new QuietHours(from.get(), to.get(), zone.get()))
          : PatchValue.absent();
    }

    private static Optional<LocalTime> time(JsonInput quiet, String name) {
      JsonNode given = quiet.value(name);
      Optional<LocalTime> time =
          given.isTextual() ? LocalTimeText.parse(given.textValue()) : Optional.empty();
      if (given.isMissingNode() || given.isNull()) {
        quiet.addError(name, REQUIRED, "is required: " + LocalTimeText.EXPECTED);
      } else if (time.isEmpty()) {
        quiet.addError(name, "invalid_time", "must be " + LocalTimeText.EXPECTED);
      }
      return time;
    }

    private Optional<ZoneSource> zone(JsonInput quiet) {
      JsonNode given = quiet.value("timezone");
      if (given.isMissingNode() || given.isNull()) {
        quiet.addError("timezone", REQUIRED, "is required: {field, app, fallback}");
        return Optional.empty();
      }
      JsonInput zone = quiet.optionalObject("timezone");
      if (!given.isObject()) {
        return Optional.empty();
      }
      Optional<String> field = name(zone, "field");
      Optional<String> app = name(zone, "app");
      if (app.isPresent() && field.isEmpty()) {
        zone.addError("app", "invalid_app", "must be null without a field");
      }
      zoneField = field.map(name -> new TemplatePath.Field(app, name));
      return fallback(zone).map(fallback -> new ZoneSource(field, app, fallback));
    }

    private static Optional<String> name(JsonInput zone, String member) {
      return Optional.ofNullable(zone.optionalString(member, MAX_NAME).value());
    }

    private static Optional<ZoneId> fallback(JsonInput zone) {
      JsonNode given = zone.value("fallback");
      Optional<ZoneId> found =
          given.isTextual() ? TimeZones.find(given.textValue()) : Optional.empty();
      if (given.isMissingNode() || given.isNull()) {
        zone.addError("fallback", REQUIRED, "is required: an IANA time zone");
      } else if (found.isEmpty()) {
        zone.addError("fallback", "invalid_timezone", TimeZones.EXPECTED);
      }
      return found;
    }

    PatchValue<FrequencyCap> frequencyCap() {
      JsonNode given = input.value("frequencyCap");
      JsonInput cap = input.optionalObject("frequencyCap");
      if (!given.isObject()) {
        return given.isNull() ? PatchValue.of(null) : PatchValue.absent();
      }
      if (isAbsent(cap, "messages")) {
        cap.addError("messages", REQUIRED, "is required");
      }
      Optional<Integer> messages = cap.optionalPositiveInt("messages", FrequencyCap.MAX_MESSAGES);
      String per = text(cap.value("per"));
      if (isAbsent(cap, "per")) {
        cap.addError("per", REQUIRED, "is required: " + DurationText.EXPECTED);
      } else if (DurationText.parse(per).filter(window -> !window.isZero()).isEmpty()) {
        cap.addError("per", "invalid_duration", "must be " + DurationText.EXPECTED);
      } else if (messages.isPresent()) {
        return PatchValue.of(new FrequencyCap(messages.get(), per));
      }
      return PatchValue.absent();
    }

    private static boolean isAbsent(JsonInput part, String name) {
      return part.value(name).isMissingNode() || part.value(name).isNull();
    }

    /** Nothing but a short string can be a duration. */
    private static String text(JsonNode value) {
      return value.isTextual() && value.textValue().length() <= MAX_DURATION
          ? value.textValue()
          : "";
    }

    PatchValue<Long> defaultSender() {
      JsonNode given = input.value("defaultSender");
      if (given.isMissingNode()) {
        return PatchValue.absent();
      }
      if (given.isNull()) {
        return PatchValue.of(null);
      }
      Optional<Long> id = given.isTextual() ? NumericId.parse(given.textValue()) : Optional.empty();
      if (id.isEmpty()) {
        input.addError(
            "defaultSender",
            given.isTextual() ? "unknown_sender" : INVALID_TYPE,
            given.isTextual()
                ? "is no sender of the workspace"
                : "must be a sender's id or null, got " + JsonTypes.name(given));
      }
      return id.map(PatchValue::of).orElseGet(PatchValue::absent);
    }
  }
}
