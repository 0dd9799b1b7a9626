package dev.shopwire.console.pages.segments;

import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.segments.SegmentEditor.Subject;
import io.vertx.core.Future;

/** Creates a segment. */
final class NewSegmentPage {
  private final SegmentEditor editor;
  private final PageKit kit;

  NewSegmentPage(SegmentEditor editor, PageKit kit) {
    this.editor = editor;
    this.kit = kit;
  }

  private Subject subject(PageRequest request) {
    return new Subject(
        "New segment",
        SegmentForm.ofNew(request),
        kit.curl().sameWithToken("curl", SegmentsPage.apiPath(request), SegmentsPage.EXAMPLE),
        ConsolePage.SEGMENTS.path(request.workspaceId()));
  }

  Future<PageResponse> show(PageRequest request) {
    return Future.succeededFuture(editor.page(request, subject(request)));
  }

  Future<PageResponse> submit(PageRequest request) {
    return editor.submit(
        request,
        subject(request),
        body ->
            kit.roles()
                .send(SegmentContracts.CREATE, request.workspaceId(), body, request.caller()),
        id ->
            new PageResponse.Redirect(
                ConsolePage.SEGMENT.path(request.workspaceId(), id) + "?done=created"));
  }
}
