package dev.shopwire.console.pages.linked;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;
import io.vertx.core.Future;

/**
 * The pages about databases and linked queries. Paths without an id come first, since an id would
 * match them too.
 */
public final class LinkedPages implements PageGroup {
  private final PageKit kit;

  public LinkedPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    DatabasePages databases = new DatabasePages(kit);
    DatabasePage database = new DatabasePage(kit);
    SecondSteps ofDatabase = database.steps();
    routes
        .page(ConsolePage.DATABASES, new DatabasesPage(kit)::show)
        .page(ConsolePage.NEW_DATABASE, databases::showNew)
        .form(ConsolePage.NEW_DATABASE, databases::add)
        .page(ConsolePage.DATABASE, ofDatabase.orPage(database::show))
        .form(ConsolePage.DATABASE, ofDatabase.orForm(database::submit))
        .page(ConsolePage.EDIT_DATABASE, databases::showEdit)
        .form(ConsolePage.EDIT_DATABASE, databases::change);
    addQueries(routes);
  }

  private void addQueries(PageRoutes routes) {
    QueryPages queries = new QueryPages(kit);
    QueryPage query = new QueryPage(kit);
    SecondSteps ofQuery = new QuerySteps(kit.roles()).all();
    RunPage run = new RunPage(kit);
    SecondSteps ofRun = run.steps();
    routes
        .page(ConsolePage.NEW_LINKED_QUERY, queries::showNew)
        .form(ConsolePage.NEW_LINKED_QUERY, queries::add)
        .page(ConsolePage.LINKED_QUERY, ofQuery.orPage(query::show))
        .form(ConsolePage.LINKED_QUERY, ofQuery.orForm(query::submit))
        .page(ConsolePage.EDIT_LINKED_QUERY, queries::showEdit)
        .form(ConsolePage.EDIT_LINKED_QUERY, queries::change)
        .page(ConsolePage.LINKED_RUN, ofRun.orPage(run::show))
        .form(
            ConsolePage.LINKED_RUN,
            ofRun.orForm(request -> Future.failedFuture(Failure.notFound("form"))));
  }
}
