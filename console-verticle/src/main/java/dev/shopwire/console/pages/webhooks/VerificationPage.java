package dev.shopwire.console.pages.webhooks;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Faults.Fault;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.webhooks.SignatureVerification.Finding;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies the signature of a request that a receiver got. What is entered is neither stored nor
 * logged, and the secret is not shown again.
 */
final class VerificationPage {
  private static final String HEADING = "Verify a signature";

  private static final Form FORM =
      Form.of(
          "verify",
          "",
          "Verify",
          Field.textArea("body", "Body")
              .required()
              .withHint("The bytes of the request, as they were received."),
          Field.textArea("headers", "Headers")
              .required()
              .withHint("One per line, such as webhook-id: msg_…"),
          Field.password("secret", "Secret", "off").withHint("Starts with whsec_."));

  private static final Figure COMMAND =
      new Figure(
          "command",
          "The same in a shell",
          "SECRET, ID and TIMESTAMP are the signing secret, webhook-id and webhook-timestamp; body"
              + " is a file with the body. It prints what follows v1, in webhook-signature.",
          """
          KEY=$(printf %s "${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
          { printf %s "$ID.$TIMESTAMP."; cat body; } |
            openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64""");

  Future<PageResponse> show(PageRequest request) {
    return Future.succeededFuture(page(request, Submission.NONE, List.of()));
  }

  Future<PageResponse> submit(PageRequest request) {
    List<Fault> missing =
        FORM.fields().stream()
            .filter(field -> !request.form().has(field.name()))
            .map(field -> new Fault(field.name(), field.name() + " is required"))
            .toList();
    Submission submission = new Submission(FORM.id(), request.form(), new Faults(missing));
    return Future.succeededFuture(
        missing.isEmpty()
            ? page(request, submission, findings(request))
            : PageRequest.withStatus(
                page(request, submission, List.of()),
                Failure.invalid("/" + missing.get(0).field(), "required", "is required")));
  }

  private static PageResponse page(PageRequest request, Submission submission, List<Part> result) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(FORM, submission));
    parts.addAll(result);
    parts.add(
        new Text("Nothing that you enter is stored or logged. The secret is not shown again."));
    parts.add(FORM.after(submission));
    parts.add(COMMAND);
    return request.page(HEADING, parts);
  }

  private static List<Part> findings(PageRequest request) {
    ReceivedRequest received =
        ReceivedRequest.of(request.form().get("headers"), request.form().get("body"));
    List<Finding> findings =
        SignatureVerification.of(received, request.form().get("secret"), Instant.now());
    Finding decisive = findings.get(0);
    return List.of(
        decisive.isValid()
            ? new Notice("The signature is valid.")
            : new Region(
                "not-valid", "The signature is not valid", List.of(new Text(decisive.why() + "."))),
        new Table(
            "findings",
            "Signatures",
            List.of("Header", "Result", "Why"),
            findings.stream().map(VerificationPage::row).toList()));
  }

  private static List<Cell> row(Finding finding) {
    return List.of(
        new Cell.Code(finding.header()),
        new Cell.Word(finding.isValid() ? "valid" : "not valid"),
        Cell.text(finding.why()));
  }
}
