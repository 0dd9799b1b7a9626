package dev.shopwire.console.pages.behavior;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleParts;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page with filters, and below them what was read with them, or why it could not be.
 *
 * @param fields of its filters
 */
record BehaviorView(PageRequest request, String heading, ChosenApp app, List<Field> fields) {

  /** The page with these parts below its filters. */
  PageResponse with(List<Part> parts) {
    List<Part> all = new ArrayList<>(List.of(filters(Faults.NONE)));
    all.addAll(parts);
    return request.page(heading, all);
  }

  /** The form with the filters and the values of the address. */
  Filters filters(Faults faults) {
    Map<String, List<String>> values = new LinkedHashMap<>(request.query().values());
    values.putIfAbsent(ChosenApp.PARAMETER, List.of(app.slug()));
    values.putIfAbsent("timezone", List.of(request.zone().getId()));
    values.put(Steps.PARAMETER, Steps.of(request.query()).inputs());
    return new Filters(request.path(), fields, new FormData(values), faults);
  }

  /**
   * What is shown if a read failed: its faults, why it is too large, or that its role is
   * unavailable. Other failures are passed on.
   */
  Future<PageResponse> refused(Throwable error) {
    if (!(PostgresFailures.asFailure(error) instanceof Failure failure)) {
      return Future.failedFuture(error);
    }
    if (failure.code() == Code.INVALID) {
      return Future.succeededFuture(PageRequest.withStatus(invalid(Faults.of(failure)), failure));
    }
    if (isTooMuch(failure)) {
      return Future.succeededFuture(PageRequest.withStatus(with(List.of(retry(failure))), failure));
    }
    return RoleParts.isMissing(failure)
        ? Future.succeededFuture(
            with(List.of(new UnavailableRole("unavailable", heading, Role.ANALYTICS))))
        : Future.failedFuture(failure);
  }

  /** A page for an app without events: says how to send the first one. */
  PageResponse nothingYet(Curl curl) {
    return with(
        List.of(
            new Region(
                "nothing",
                "Nothing here yet",
                List.of(
                    new Text("The app %s has no events yet. Send one:".formatted(app.slug())),
                    firstEvent(curl, "try")))));
  }

  /** The command that sends an event. */
  static Figure firstEvent(Curl curl, String id) {
    return curl.tryWithKey(
        id,
        "/v1/usage_events",
        "{\"eventName\":\"page_view\",\"customerId\":\"acme.platform.example\",\"path\":\"/reports\"}");
  }

  private PageResponse invalid(Faults faults) {
    return request.page(
        heading, List.of(new FaultAlert(Filters.ID, fields, faults), filters(faults)));
  }

  /** Whether the role responded that this read is too large for it, now or at all. */
  private static boolean isTooMuch(Failure failure) {
    return failure.code() == Code.RATE_LIMITED
        || (failure.code() == Code.UNAVAILABLE && !failure.reason().equals(Code.UNAVAILABLE.id()));
  }

  private Region retry(Failure failure) {
    return new Region(
        "unanswered",
        "Not available now",
        List.of(new Text(failure.message() + "."), new Link("Retry", request.address(Map.of()))));
  }
}
