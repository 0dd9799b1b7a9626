package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Code;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Shows the form of a database and saves it; if its role may do too much, says what helps. */
record DatabaseEditor(String heading, Form form, Figure command, Link back) {

  PageResponse page(PageRequest request) {
    return page(request, Submission.NONE, List.of());
  }

  private PageResponse page(PageRequest request, Submission submission, List<Part> advice) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.addAll(advice);
    parts.add(
        new Text(
            "Before anything is stored, a connection is made and proves that nothing can be written"
                + " with it. That takes some seconds."));
    parts.add(form.after(submission));
    parts.add(back);
    parts.add(command);
    return request.page(heading, parts);
  }

  /**
   * @param save sends the JSON of the form to the API's operation
   * @param saved where a saved database, as the API returns it, leads
   */
  Future<PageResponse> submit(
      PageRequest request,
      Function<ObjectNode, Future<JsonNode>> save,
      Function<JsonNode, PageResponse> saved) {
    if (!request.form().get(Form.ID_FIELD).equals(form.id())) {
      return Future.failedFuture(Failure.notFound("form"));
    }
    return Submissions.submit(
        request,
        form,
        body -> save.apply(ApiJson.ofForm(body)),
        response -> Future.succeededFuture(saved.apply(response.path("database"))),
        (submission, failure) ->
            Future.succeededFuture(page(request, submission, advice(failure))));
  }

  /** The statements that make a role which may only read, if the failure has them. */
  static List<Part> advice(Failure failure) {
    JsonNode statements = Json.MAPPER.valueToTree(failure.extensions().get("statements"));
    if (!statements.isArray()) {
      return List.of();
    }
    String text = statements.valueStream().map(JsonNode::asText).collect(Collectors.joining("\n"));
    return List.of(
        new Region(
            "fit-role",
            "Nothing was stored",
            List.of(
                new Text(
                    "The role may do more than read. These statements, run by an administrator of"
                        + " the database, make one that may not. Grant only what queries need."),
                new Code("fit-role-statements", "A role that may only read", text))));
  }
}
