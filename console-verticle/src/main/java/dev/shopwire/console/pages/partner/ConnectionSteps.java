package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be done with a connection, each after a second step that says what follows. */
final class ConnectionSteps {

  /**
   * A call about a connection.
   *
   * @param id of its step
   * @param label of its button
   * @param done what the page says afterwards
   */
  private record Call(
      String id,
      String label,
      String question,
      String consequence,
      Contract<AdminRequest, JsonResponse> contract,
      String done) {
    Action action() {
      return new Action(label, Map.of(SecondSteps.PARAMETER, id));
    }
  }

  private static final Call SYNC =
      new Call(
          "sync",
          "Sync now",
          "Read what is new now?",
          "All streams are read from where they are complete to, without waiting for their turn.",
          PartnerContracts.SYNC,
          "A sync begins.");

  private static final Call PAUSE =
      new Call(
          "pause",
          "Pause",
          "Pause the connection?",
          "Nothing is sent to the platform until it is resumed. What was fetched stays.",
          PartnerContracts.PAUSE,
          "The connection is paused.");

  private static final Call RESUME =
      new Call(
          "resume",
          "Resume",
          "Resume the connection?",
          "It continues where it was, also after a stop: nothing is lost.",
          PartnerContracts.RESUME,
          "The connection was resumed.");

  private static final Call BACKFILL =
      new Call(
          "backfill",
          "Read a range again",
          "Read a range of days again?",
          "Records that were missed or have changed are found; what is there stays until then.",
          PartnerContracts.BACKFILL,
          "The range is being read again.");

  private static final Call REBUILD =
      new Call(
          "rebuild",
          "Rebuild",
          "Read the stored nodes again?",
          "Everything that the platform sent is mapped again by the dialect as it is now. Nothing is"
              + " sent to the platform.",
          PartnerContracts.REBUILD,
          "The records are being rebuilt.");

  private static final Call DELETE =
      new Call(
          "delete",
          "Delete",
          "Delete the connection?",
          "What was fetched is deleted, with its figures. Customers stay. It can't be undone, but the"
              + " platform can be read again.",
          PartnerContracts.DELETE,
          "The connection was deleted.");

  private static final List<Call> CALLS = List.of(SYNC, PAUSE, RESUME, BACKFILL, REBUILD, DELETE);

  private final ConnectionRequests requests;

  ConnectionSteps(ConnectionRequests requests) {
    this.requests = requests;
  }

  /** What the page says afterwards, by {@link PageRequest#done}. */
  static Map<String, String> done() {
    Map<String, String> texts = new LinkedHashMap<>();
    CALLS.forEach(call -> texts.put(call.id(), call.done()));
    return texts;
  }

  /** Those that make sense now. */
  static Part buttons(JsonNode connection) {
    String status = connection.path("status").asText();
    boolean isHeld = status.equals("paused") || status.equals("stopped");
    return new Buttons(
        CALLS.stream()
            .filter(call -> !call.equals(isHeld ? PAUSE : RESUME))
            .filter(call -> !(isHeld && call.equals(SYNC)))
            .map(Call::action)
            .toList());
  }

  SecondSteps of(String heading) {
    Map<String, Step> steps = new LinkedHashMap<>();
    for (Call call : CALLS) {
      steps.put(
          call.id(),
          Step.of(
              request ->
                  requests
                      .get(request.require(AccessLevel.ADMIN))
                      .map(connection -> confirmation(request, call)),
              (request, body) ->
                  requests.send(
                      call.contract(),
                      request,
                      call.equals(BACKFILL)
                          ? ApiJson.withoutNulls(ApiJson.ofForm(body)).toString()
                          : ""),
              call.id()));
    }
    return new SecondSteps(heading, steps);
  }

  private static Confirmation confirmation(PageRequest request, Call call) {
    return new Confirmation(call.question(), call.consequence(), form(call), request.path());
  }

  private static Form form(Call call) {
    if (call.equals(BACKFILL)) {
      return Form.of(
          call.id(),
          "",
          call.label(),
          Field.date("from", "From").withHint("Empty: the first day of the connection."),
          Field.date("to", "To").withHint("Empty: today."));
    }
    Form form = Form.of(call.id(), "", call.label());
    return call.equals(DELETE) ? form.farReaching() : form;
  }
}
