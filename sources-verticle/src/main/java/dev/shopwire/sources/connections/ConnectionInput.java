package dev.shopwire.sources.connections;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.dialects.Parameter;
import dev.shopwire.sources.dialects.TextTemplate;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A connection as the console sends it.
 *
 * @param parameters without secrets; defaults included
 * @param secrets those that were sent
 */
record ConnectionInput(
    Dialect dialect,
    Map<String, String> parameters,
    Map<String, String> secrets,
    LocalDate since,
    int intervalSeconds) {
  static final LocalDate DEFAULT_SINCE = LocalDate.of(2010, 1, 1);
  static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);

  private static final int DEFAULT_INTERVAL = 300;
  private static final int MIN_INTERVAL = 10;
  private static final int MAX_INTERVAL = 86_400;

  /**
   * Reads a connection.
   *
   * @param stored the names of the secrets that may be left out, because their values are stored
   * @throws Failure 422 with all faults
   */
  static ConnectionInput read(
      String body, Dialects dialects, SourceAddresses addresses, Set<String> stored) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("dialect", 100);
    Optional<Dialect> dialect = dialects.find(name);
    if (!name.isEmpty() && dialect.isEmpty()) {
      String known = String.join(", ", dialects.all().stream().map(Dialect::name).toList());
      input.addError("dialect", "unknown_dialect", "must be one of " + known);
    }
    JsonInput given = input.optionalObject("parameters");
    Map<String, String> plain = new TreeMap<>();
    Map<String, String> secrets = new TreeMap<>();
    if (dialect.isPresent()) {
      readParameters(given, dialect.get(), stored, plain, secrets);
    } else {
      // Not known yet, so none of them is unknown.
      given.names().forEach(given::value);
    }
    LocalDate since = since(input);
    int interval = interval(input);
    input.throwIfInvalid();
    ConnectionInput connection =
        new ConnectionInput(dialect.orElseThrow(), plain, secrets, since, interval);
    connection.checkAddress(addresses);
    return connection;
  }

  private static void readParameters(
      JsonInput given,
      Dialect dialect,
      Set<String> stored,
      Map<String, String> plain,
      Map<String, String> secrets) {
    Set<String> inHeaders = new TreeSet<>();
    dialect.request().headers().values().stream()
        .map(TextTemplate::names)
        .forEach(inHeaders::addAll);
    for (Parameter parameter : dialect.parameters()) {
      JsonNode value = given.value(parameter.name());
      if (value.isMissingNode() || value.isNull()) {
        if (parameter.isSecret()
            ? !stored.contains(parameter.name())
            : parameter.fallback().isEmpty()) {
          given.addError(parameter.name(), "required", "is required");
        }
        parameter.fallback().ifPresent(fallback -> plain.put(parameter.name(), fallback));
      } else {
        text(given, parameter.name(), value, inHeaders.contains(parameter.name()))
            .ifPresent(
                text -> (parameter.isSecret() ? secrets : plain).put(parameter.name(), text));
      }
    }
    for (String name : given.names()) {
      if (dialect.parameter(name).isEmpty()) {
        given.value(name);
        given.addError(name, "unknown_parameter", "is no parameter of the dialect");
      }
    }
  }

  /** The value is never repeated in an error: it may be a secret. */
  private static Optional<String> text(
      JsonInput given, String name, JsonNode value, boolean isInHeader) {
    if (!value.isTextual()) {
      given.addError(name, "invalid_type", "must be a string");
      return Optional.empty();
    }
    String text = value.textValue().strip();
    if (text.isEmpty() || StorableText.length(text) > Parameter.MAX_LENGTH) {
      given.addError(
          name, "invalid_length", "must have 1 to " + Parameter.MAX_LENGTH + " characters");
      return Optional.empty();
    }
    boolean isPlain =
        text.chars().allMatch(c -> c >= ' ' && c != 0x7f && (!isInHeader || c < 0x7f))
            && StorableText.findProblem(text).isEmpty();
    if (!isPlain) {
      given.addError(
          name,
          "invalid_text",
          isInHeader
              ? "must consist of printable ASCII characters"
              : "must not contain control characters");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  private static LocalDate since(JsonInput input) {
    Optional<LocalDate> since = date(input, "since");
    // A day more, for clients whose day has begun already.
    if (since.isPresent() && since.get().isAfter(LocalDate.now(ZoneOffset.UTC).plusDays(1))) {
      input.addError("since", "invalid_date", "must not be in the future");
    }
    return since.orElse(DEFAULT_SINCE);
  }

  /** An optional date from 2000 on. */
  static Optional<LocalDate> date(JsonInput input, String name) {
    JsonNode value = input.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    try {
      LocalDate date =
          LocalDate.parse(
              value.isTextual() && value.textValue().length() == 10 ? value.textValue() : "");
      if (!date.isBefore(EARLIEST)) {
        return Optional.of(date);
      }
    } catch (DateTimeException e) {
      // rejected below
    }
    input.addError(name, "invalid_date", "must be a date such as 2026-01-31, from 2000 on");
    return Optional.empty();
  }

  private static int interval(JsonInput input) {
    JsonNode value = input.value("intervalSeconds");
    if (value.isMissingNode() || value.isNull()) {
      return DEFAULT_INTERVAL;
    }
    if (!value.isInt() || value.intValue() < MIN_INTERVAL || value.intValue() > MAX_INTERVAL) {
      input.addError(
          "intervalSeconds",
          "out_of_range",
          "must be a whole number from " + MIN_INTERVAL + " to " + MAX_INTERVAL);
      return DEFAULT_INTERVAL;
    }
    return value.intValue();
  }

  private void checkAddress(SourceAddresses addresses) {
    TextTemplate url = dialect.request().url();
    Optional<String> refusal = addresses.refusal(url.fillUrl(parameters));
    if (refusal.isPresent()) {
      String pointer = url.first().map(name -> "/parameters/" + name).orElse("/dialect");
      throw Failure.invalid(
          pointer,
          "invalid_address",
          "The address of the partner interface can't be used: " + refusal.get());
    }
  }

  /** The names of all secrets of the dialect. */
  Collection<String> secretNames() {
    return dialect.parameters().stream().filter(Parameter::isSecret).map(Parameter::name).toList();
  }
}
