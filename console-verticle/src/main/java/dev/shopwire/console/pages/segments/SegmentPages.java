package dev.shopwire.console.pages.segments;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about segments. Paths without an id come first, since an id would match them too. */
public final class SegmentPages implements PageGroup {
  private final PageKit kit;

  public SegmentPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    SegmentEditor editor = new SegmentEditor(new ConditionCheck(kit));
    NewSegmentPage created = new NewSegmentPage(editor, kit);
    EditSegmentPage edited = new EditSegmentPage(editor, kit);
    SegmentPage page = new SegmentPage(kit);
    SecondSteps steps = new SegmentSteps(kit.roles()).all();
    routes
        .page(ConsolePage.SEGMENTS, new SegmentsPage(kit)::show)
        .page(ConsolePage.NEW_SEGMENT, created::show)
        .form(ConsolePage.NEW_SEGMENT, created::submit)
        .page(ConsolePage.SEGMENT, steps.orPage(page::show))
        .form(ConsolePage.SEGMENT, steps.orForm(page::submit))
        .page(ConsolePage.EDIT_SEGMENT, edited::show)
        .form(ConsolePage.EDIT_SEGMENT, edited::submit);
  }
}
