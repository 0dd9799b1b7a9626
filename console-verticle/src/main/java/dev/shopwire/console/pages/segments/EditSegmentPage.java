package dev.shopwire.console.pages.segments;

import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.segments.SegmentEditor.Subject;
import io.vertx.core.Future;
import java.util.Map;

/** Changes a segment. */
final class EditSegmentPage {
  private final SegmentEditor editor;
  private final PageKit kit;

  EditSegmentPage(SegmentEditor editor, PageKit kit) {
    this.editor = editor;
    this.kit = kit;
  }

  private Subject subject(PageRequest request, FormData values) {
    return new Subject(
        "Edit segment",
        SegmentForm.ofEdit(request).withValues(values),
        kit.curl().same("curl", SegmentPage.apiPath(request), Map.of()),
        segment(request));
  }

  private static String segment(PageRequest request) {
    return ConsolePage.SEGMENT.path(request.workspaceId(), request.pathId());
  }

  Future<PageResponse> show(PageRequest request) {
    return kit.roles()
        .send(SegmentContracts.SHOW, request.numericPathId(), "", request.caller())
        .map(shown -> SegmentForm.values(ApiJson.of(shown).path("segment")))
        .map(values -> editor.page(request, subject(request, values)));
  }

  Future<PageResponse> submit(PageRequest request) {
    return editor.submit(
        request,
        subject(request, FormData.EMPTY),
        body ->
            kit.roles()
                .send(SegmentContracts.CHANGE, request.numericPathId(), body, request.caller()),
        id -> new PageResponse.Redirect(segment(request) + "?done=changed"));
  }
}
