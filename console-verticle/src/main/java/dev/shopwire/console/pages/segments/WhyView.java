package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Question;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Says why a shop is in a segment, or is not. */
final class WhyView {
  private static final String ID = "why";
  private static final String CUSTOMER = "customerId";
  private static final List<Field> FIELDS =
      List.of(Field.text(CUSTOMER, "Shop").withHint("A domain or a customer id"));

  private final PageKit kit;
  private final SegmentLists lists;
  private final NestedConditions nested;

  WhyView(PageKit kit, SegmentLists lists) {
    this.kit = kit;
    this.lists = lists;
    this.nested = new NestedConditions(kit.roles());
  }

  static boolean isAskedFor(PageRequest request) {
    return request.query().has(CUSTOMER);
  }

  /** The form, as a part of the segment's page. */
  static Question question(PageRequest request) {
    return question(request, FormData.EMPTY, Faults.NONE);
  }

  private static Question question(PageRequest request, FormData values, Faults faults) {
    return new Question(ID, "Why", request.path(), FIELDS, Map.of(), values, faults, "Why");
  }

  Future<PageResponse> show(PageRequest request, JsonNode segment) {
    return SlowReads.shown(request, "explanation", "Explanation", explained(request, segment))
        .map(parts -> page(request, segment, Faults.NONE, parts))
        .recover(error -> refused(request, segment, error));
  }

  private static PageResponse page(
      PageRequest request, JsonNode segment, Faults faults, List<Part> result) {
    List<Part> parts = new ArrayList<>();
    if (!faults.isEmpty()) {
      parts.add(new FaultAlert(ID, FIELDS, faults));
    }
    parts.add(new Link("All members of this segment", request.path()));
    parts.add(question(request, request.query(), faults));
    parts.addAll(result);
    return request.page(segment.path("name").asText(), parts);
  }

  /** Shows the form again if no customer has this id or domain. */
  private static Future<PageResponse> refused(
      PageRequest request, JsonNode segment, Throwable error) {
    if (error instanceof Failure failure
        && (failure.code() == Code.INVALID || failure.reason().equals("unknown_customer"))) {
      Faults faults = Faults.of(CUSTOMER, failure.message());
      return Future.succeededFuture(
          PageRequest.withStatus(page(request, segment, faults, List.of()), failure));
    }
    return Future.failedFuture(error);
  }

  private Future<List<Part>> explained(PageRequest request, JsonNode segment) {
    Map<String, String> asked = Map.of(CUSTOMER, request.query().get(CUSTOMER).strip());
    return kit.roles()
        .unlessSilent(
            Role.AUTOMATION,
            kit.roles()
                .query(
                    SegmentContracts.EXPLAIN_SAVED,
                    request.numericPathId(),
                    asked,
                    request.caller()))
        .map(response -> ApiJson.of(response).path("explanation"))
        .compose(
            explanation ->
                nested
                    .of(request, explanation.path("condition"))
                    .map(conditions -> new ExplanationParts(request, conditions))
                    .map(parts -> parts.of(explanation, segment))
                    .compose(parts -> withTransitions(request, segment, explanation, parts)))
        .map(parts -> withCommand(request, asked, parts));
  }

  private List<Part> withCommand(
      PageRequest request, Map<String, String> asked, List<Part> explained) {
    List<Part> parts = new ArrayList<>(explained);
    parts.add(kit.curl().same("why-curl", SegmentPage.apiPath(request) + "/explain", asked));
    return parts;
  }

  /** With when the customer entered and left, if that is stored. */
  private Future<List<Part>> withTransitions(
      PageRequest request, JsonNode segment, JsonNode explanation, List<Part> shown) {
    if (!segment.path("tracked").asBoolean()) {
      return Future.succeededFuture(shown);
    }
    return lists
        .transitions(request, Map.of(CUSTOMER, explanation.at("/customer/id").asText()))
        .map(
            transitions -> {
              List<Part> parts = new ArrayList<>(shown);
              parts.addAll(transitions);
              return parts;
            });
  }
}
