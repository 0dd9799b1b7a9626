package dev.shopwire.console.pages.behavior;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives faults of the API's parameters the names of the fields that they were made of. */
final class FaultNames {
  private static final Pattern CONDITION =
      Pattern.compile("properties/(\\d{1,3})/(property|operator|value)\\S* (.*)", Pattern.DOTALL);

  private FaultNames() {}

  static Failure translate(Failure failure) {
    if (failure.code() == Code.NOT_FOUND && failure.reason().equals("unknown_customer")) {
      return Failure.invalidParameter(
          Shops.PARAMETER, failure.reason(), Shops.PARAMETER + " must be a shop of this workspace");
    }
    return failure.code() == Code.INVALID && !failure.errors().isEmpty()
        ? Failure.invalid(failure.errors().stream().map(FaultNames::translate).toList())
        : failure;
  }

  private static ValidationError translate(ValidationError error) {
    if (Shops.DOMAIN.equals(error.parameter())) {
      return named(
          Shops.PARAMETER, error, error.message().replaceFirst("^" + Shops.DOMAIN + "\\s*", ""));
    }
    Matcher condition = CONDITION.matcher(error.message());
    if (PropertyConditions.PARAMETER.equals(error.parameter()) && condition.matches()) {
      int number = Integer.parseInt(condition.group(1)) + 1;
      return named(condition.group(2) + number, error, condition.group(3));
    }
    return error;
  }

  private static ValidationError named(String field, ValidationError error, String expected) {
    return ValidationError.ofParameter(field, error.code(), field + " " + expected);
  }
}
