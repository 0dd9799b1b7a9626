package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.browser.ShownPages.Shown;
import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.console.sample.SampleYear;
import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Opens every page of a console while the process with all roles that it asks is killed: each page
 * is there with its navigation, says what is missing, and is as accessible as before.
 */
@Tag("long")
class EveryPageWithoutRolesIT {
  /** Where its pictures are. */
  static final String DIRECTORY = "without-roles";

  private static final int SHOPS = 12;

  private final List<String> problems = new ArrayList<>();

  @Test
  void withoutOtherRolesEveryPageSaysWhatIsMissing() throws Exception {
    try (CheckedPages pages = new CheckedPages();
        Receiver receiver = new Receiver();
        ClusterProcesses cluster =
            new ClusterProcesses(
                List.of(
                    "ingest,console",
                    "analytics,enrichment,attribution,automation,sources,webhook"))) {
      ServiceProcess process = cluster.node(0);
      Sample year = fill(process, receiver);
      List<Shown> shown =
          ShownPages.of(year).stream().filter(EveryPageWithoutRolesIT::isShown).toList();
      signIn(pages, process, year);
      PageWeight.emptyCaches(pages.tab());
      cluster.node(1).kill();
      shown.forEach(page -> look(pages, process.consoleUrl() + page.address(), page.name()));
      assertTrue(shown.size() > 8, shown::toString);
      assertEquals("", String.join("\n", problems));
    }
  }

  /** Those of workspaces and of users. */
  static boolean isShown(Shown page) {
    return !page.isOpen() && page.reader() != AccessLevel.OPERATOR;
  }

  private static ConsoleUsers users() {
    return new ConsoleUsers(RunningService.shared().sql());
  }

  private static Sample fill(ServiceProcess process, Receiver receiver) {
    Tenants tenants =
        new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
    Sample workspace = Sample.empty(tenants, "Northwind Apps");
    ConsoleBrowser owner =
        new ConsoleBrowser(process.consoleUrl())
            .signedIn(users().add(workspace.workspaceId(), "owner"));
    return SampleYear.fill(workspace, process.consoleUrl(), owner, receiver, SHOPS);
  }

  private static void signIn(CheckedPages pages, ServiceProcess process, Sample sample) {
    pages.page().open(process.consoleUrl() + "/console/sign-in");
    Map<String, String> credentials =
        Map.of(
            "Email",
            users().add(sample.workspaceId(), "owner").email(),
            "Password",
            ConsoleUsers.PASSWORD);
    pages.page().submit("Sign in", credentials);
  }

  /** What is about something that only an absent role knows may be 503 as a whole. */
  private void look(CheckedPages pages, String url, String name) {
    pages.page().open(url);
    int status = PageWeight.of(pages.tab()).status();
    if (status != 200 && status != 503) {
      problems.add(name + ": status " + status);
    }
    if (!pages.page().text("nav[aria-label=Main]").contains("Settings")) {
      problems.add(name + ": no navigation");
    }
    pages.problems().forEach(problem -> problems.add(name + ": " + problem));
    Screenshots screenshots = new Screenshots(pages.tab());
    screenshots.toLookAt(DIRECTORY + "/" + name);
    screenshots.forGallery(DIRECTORY + "/" + name, PageGallery.VIEWS_OF_STATES);
  }
}
