package dev.shopwire.console.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.Frame.Width;
import dev.shopwire.console.pages.Visitor.Membership;
import dev.shopwire.console.pages.assets.Asset;
import dev.shopwire.console.pages.assets.Assets;
import dev.shopwire.console.pages.assets.Gzip;
import dev.shopwire.console.pages.charts.BarChart;
import dev.shopwire.console.pages.charts.LineChart;
import dev.shopwire.console.pages.charts.Series;
import dev.shopwire.console.pages.charts.Sparkline;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Faults.Fault;
import dev.shopwire.console.pages.forms.Faults.Span;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Code;
import dev.shopwire.console.pages.parts.ConditionTree;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Editor;
import dev.shopwire.console.pages.parts.Export;
import dev.shopwire.console.pages.parts.FaultAlert;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Filters;
import dev.shopwire.console.pages.parts.Group;
import dev.shopwire.console.pages.parts.KeyFigure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.MarkedText;
import dev.shopwire.console.pages.parts.Notice;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Progress;
import dev.shopwire.console.pages.parts.QrCode;
import dev.shopwire.console.pages.parts.Question;
import dev.shopwire.console.pages.parts.Refreshing;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.SaveView;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what templates make of their parts. */
class TemplatesTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script>&amp;{{x}}</textarea>";
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  private static Visitor visitor(String name, List<Membership> memberships) {
    return new Visitor(
        "7",
        name,
        name,
        false,
        true,
        Optional.of("Europe/Zurich"),
        "dark",
        true,
        memberships,
        name);
  }

  private static Frame frame(String text, Width width) {
    List<Membership> memberships =
        List.of(
            new Membership("1", text, AccessLevel.ADMIN),
            new Membership("2", "Other", AccessLevel.ANALYST));
    return new Frame(
        text,
        Optional.of(visitor(text, memberships)),
        Optional.of(new PageWorkspace(1, text, Optional.empty(), false, AccessLevel.ADMIN)),
        "/console/w/1/settings/users",
        ZURICH,
        width);
  }

  private static Form form(String text) {
    return Form.of(
            "invite",
            text,
            text,
            Field.email("email", text).withHint(text),
            Field.password("password", "Password", "new-password"),
            Field.token("token", "Token"),
            Field.checkbox("totp", "TOTP"),
            Field.checkboxes("topics", text, List.of(new Option(text, text))),
            Field.textArea("notes", text),
            Field.lines("shops", text),
            Field.source("condition", text),
            Field.texts("steps", text).withSuggestions(Stream.of(text)),
            Field.number("limit", text),
            Field.hidden("page"),
            Field.select("role", "Role", "analyst", text))
        .withFixed(Map.of("id", text));
  }

  private static Form refused(String text) {
    return form(text)
        .after(
            new Submission(
                "invite",
                FormData.of(
                    Map.of(
                        "email",
                        text,
                        "password",
                        "secret words",
                        "role",
                        text,
                        "topics",
                        text,
                        "notes",
                        text,
                        "page",
                        text)),
                new Faults(List.of(new Fault("email", "email must be " + text)))));
  }

  private static ConditionTree.Node node(String text, List<ConditionTree.Node> children) {
    return new ConditionTree.Node(
        children.isEmpty(),
        text,
        !children.isEmpty(),
        Definitions.of(new Definitions.Definition(text, new Cell.Text(text))),
        Optional.of(
            new Table("evidence", text, List.of(text), List.of(List.of(new Cell.Text(text))))),
        children);
  }

  /** Every part, with {@code text} wherever text can be. */
  private static List<Part> everyPart(String text) {
    Form refused = refused(text);
    return List.of(
        new Text(text),
        new Link(text, "/console/a?b=" + text),
        new Notice(text),
        new FaultAlert("invite", refused.fields(), refused.faults()),
        refused,
        new Confirmation(text, text, form(text).farReaching(), "/console"),
        new Filters(
            "/console",
            List.of(Field.text("a", text)),
            FormData.of(Map.of("a", text)),
            Faults.NONE),
        new Question(
            "question",
            text,
            "/console",
            List.of(Field.text("a", text)),
            Map.of("b", text),
            FormData.of(Map.of("a", text)),
            Faults.of("a", text),
            text),
        new Buttons(
            List.of(new Link(text, "/console/a?b=" + text)),
            List.of(new Cell.Action(text, Map.of("step", text)))),
        new Editor(
            form(text),
            "check",
            text,
            List.of("condition"),
            "preview",
            "/console",
            Map.of("more", text)),
        new Refreshing("refreshing", text, text),
        new LiveSection("preview", text, text, List.of(new Text(text))),
        MarkedText.of("marked", text, text, List.of(new Span(3, 4), new Span(9, 0))),
        new ConditionTree("tree", text, node(text, List.of(node(text, List.of())))),
        new Table(
            "table",
            text,
            List.of(text),
            Stream.of(
                    new Cell.Text(text),
                    new Cell.Word(text),
                    new Cell.Data(text),
                    new Cell.None(),
                    new Cell.Code(text),
                    new Cell.Code(text.repeat(601)),
                    new Cell.Folded(text, text),
                    new Cell.Link(text, "/console?a=" + text),
                    Cell.time("2026-01-02T03:04:05.678Z", ZURICH),
                    new Cell.Date(text),
                    new Cell.Change(new Cell.None(), new Cell.Text(text), "set"),
                    new Cell.Change(new Cell.Text(text), new Cell.Code(text), "change"),
                    new Cell.Change(new Cell.Text(text), new Cell.Text(text), "same"),
                    new Cell.Actions(List.of(new Cell.Action(text, Map.of("id", text)))))
                .map(List::<Cell>of)
                .toList()),
        new Figure("curl", text, text, text),
        new Region("nothing", text, List.of(new Text(text))),
        new Section("section", text, List.of(new Text(text))),
        new Secret("secret", text, text, text),
        new Secret("codes", text, text + "\n" + text, text),
        new Export("export", text, "3", "/a?b=" + text, "/b"),
        new ListLinks(
            Optional.of(new Link(text, "/a?b=" + text)),
            Optional.of(new Link(text, "/b?c=" + text)),
            Optional.of(new SaveView("/views", text, text))),
        Definitions.of(new Definitions.Definition(text, new Cell.Text(text))),
        Code.json("json", text, TextNode.valueOf(text)),
        new Progress("progress", text, 3, 10, text, true, "/a?b=" + text),
        new UnavailableRole("unavailable", text, Role.ANALYTICS),
        new Group(
            List.of(
                new KeyFigure(
                    "events", text, "3", "2", Optional.of(new Sparkline(text, List.of(1.0, 2.0)))),
                new KeyFigure("none", text, null, null, Optional.empty()))),
        new LineChart(
            text,
            List.of(text, "2026-10-25"),
            List.of(
                new Series(text, Arrays.asList(1.0, null)), new Series("b", List.of(2.0, 3.0)))),
        new BarChart(text, List.of(new BarChart.Bar(text, text, 3))),
        QrCode.of(text, text));
  }

  @Test
  void hostileTextIsShownAndNeverRun() {
    String html = Templates.page(frame(HOSTILE, Width.WIDE), everyPart(HOSTILE));
    assertFalse(html.contains("<script>"), html);
    assertFalse(html.contains("</textarea>&"), html);
    assertFalse(html.contains("\"'>"), html);
    assertTrue(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), html);
  }

  @Test
  void nothingIsInline() {
    String html = Templates.page(frame("x", Width.WIDE), everyPart("x"));
    assertFalse(html.matches("(?s).*<[^>]* (style|on[a-z]+)=.*"), html);
    assertFalse(html.contains("<style"), html);
    assertFalse(html.matches("(?s).*<script(?![^>]* src=).*"), html);
    assertFalse(html.contains("javascript:"), html);
  }

  @Test
  void aPageHasItsTitleLandmarksZoneAndTheme() {
    String html = Templates.page(frame("Users", Width.WIDE), List.of());
    assertTrue(html.contains("<title>Users · Users · Shopwire</title>"), html);
    assertTrue(html.contains("<html lang=\"en\" data-theme=\"dark\" data-shortcuts=\"on\">"), html);
    assertTrue(html.contains("<p>Times in Europe/Zurich</p>"), html);
    assertEquals(1, html.split("<h1", -1).length - 1);
    assertEquals(1, html.split("<main", -1).length - 1);
    assertTrue(html.contains("<nav class=\"nav\" aria-label=\"Main\">"), html);
    assertTrue(html.contains("<select id=\"workspace\" name=\"workspace\">"), html);
    assertTrue(html.contains("href=\"/console/w/1/settings/audit\""), html);
  }

  @Test
  void aRefusedFormKeepsItsValuesButNoPassword() {
    String html = Templates.page(frame("Users", Width.WIDE), List.of(refused("a@b")));
    assertTrue(html.contains("name=\"email\" value=\"a@b\""), html);
    assertTrue(html.contains("aria-invalid=\"true\""), html);
    assertTrue(html.contains("aria-describedby=\"invite-email-hint invite-email-fault\""), html);
    assertTrue(html.contains("<option value=\"a@b\" selected>"), html);
    assertTrue(html.contains("name=\"csrf\" value=\"Users\""), html);
    assertFalse(html.contains("secret words"), html);
  }

  @Test
  void anAlertCountsItsFaultsAndLinksTheirFields() {
    Form form = refused("a@b");
    String html =
        Templates.page(
            frame("Users", Width.WIDE),
            List.of(
                new FaultAlert(
                    "invite",
                    form.fields(),
                    new Faults(
                        List.of(
                            new Fault("email", "email must be an e-mail address"),
                            new Fault("", "The token has expired"))))));
    assertTrue(html.contains("There are 2 problems"), html);
    assertTrue(html.contains("<a href=\"#invite-email\">a@b must be an e-mail address</a>"), html);
    assertTrue(html.contains("<li>The token has expired</li>"), html);
  }

  @Test
  void aTrialIsSubmittedWithTheFormAndLoadedWhileItsFieldsChange() {
    Editor editor =
        new Editor(form("x"), "check", "Check", List.of("condition"), "preview", "/console");
    String html = Templates.page(frame("x", Width.WIDE), List.of(editor));
    assertTrue(html.contains("<button class=\"plain\" name=\"check\" value=\"true\""), html);
    assertTrue(
        html.contains("hx-trigger=\"click, input delay:800ms from:#invite-condition\""), html);
    assertTrue(html.contains("hx-target=\"#preview\""), html);
    assertTrue(html.contains("class=\"code\" spellcheck=\"false\""), html);
  }

  @Test
  void whatIsMarkedInATextAddsNothingToIt() {
    MarkedText marked =
        MarkedText.of("marked", "Text", "😀 a <b", List.of(new Span(2, 1), new Span(4, 2)));
    String html = Templates.page(frame("x", Width.WIDE), List.of(marked));
    assertTrue(html.contains("<code>😀 <mark>a</mark> <mark>&lt;b</mark></code>"), html);
  }

  @Test
  void timesAreShownInThePagesZoneAndCarryUtc() {
    String html = Templates.page(frame("Users", Width.WIDE), everyPart("x"));
    assertTrue(
        html.contains("<time datetime=\"2026-01-02T03:04:05.678Z\">2026-01-02 04:04:05</time>"),
        html);
    assertTrue(html.contains("<data value=\"\">"), html);
  }

  @Test
  void numbersAreAlignedAndACaptionThatRepeatsTheHeadingIsOnlyHeard() {
    Table table =
        new Table(
            "table",
            "Pages",
            List.of("Path", "Views", "Note"),
            List.of(
                List.of(new Cell.Text("/"), new Cell.Data("12"), new Cell.None()),
                List.of(new Cell.Text("/a"), new Cell.None(), new Cell.None())));
    String html = Templates.page(frame("Pages", Width.WIDE), List.of(table));
    assertTrue(html.contains("<th scope=\"col\" class=\"num\">Views</th>"), html);
    assertTrue(html.contains("<th scope=\"col\">Note</th>"), html);
    assertEquals(2, html.split("<td class=\"num\">", -1).length - 1);
    assertTrue(html.contains("<caption class=\"heard\" id=\"table-caption\">"), html);
    assertTrue(
        Templates.page(frame("Other", Width.WIDE), List.of(table))
            .contains("<caption id=\"table-caption\">"));
  }

  @Test
  void theFieldsOfAConditionStandInOneRow() {
    Filters filters =
        new Filters(
            "/console",
            List.of(
                Field.search("search", "Search"),
                Field.text("field1", "Field 1").inRow("1"),
                Field.text("value1", "Value 1").inRow("1"),
                Field.text("field2", "Field 2").inRow("2"),
                Field.text("value2", "Value 2").inRow("2")),
            FormData.EMPTY,
            Faults.NONE);
    assertEquals(List.of(1, 2, 2), filters.rows().stream().map(List::size).toList());
    String html = Templates.page(frame("x", Width.WIDE), List.of(filters));
    assertEquals(2, html.split("<div class=\"row\">", -1).length - 1);
  }

  @Test
  void fieldsOfOneRowOfAFormStandTogetherAndFurtherButtonsComeAfterTheDeed() {
    Form form =
        Form.of(
            "query",
            "",
            "Save",
            Field.text("name", "Name"),
            Field.text("columns.0.column", "Column 1").inRow("0"),
            Field.text("columns.0.field", "Field 1").inRow("0"));
    String html =
        Templates.page(
            frame("x", Width.WIDE),
            List.of(
                new Editor(
                    form, "try", "Try", List.of(), "preview", "/console", Map.of("more", "More"))));
    assertEquals(1, html.split("<div class=\"row\">", -1).length - 1);
    assertTrue(
        html.contains("<button class=\"plain\" name=\"more\" value=\"true\">More</button>"), html);
    assertTrue(html.indexOf(">Save</button>") < html.indexOf(">More</button>"), html);
    assertTrue(html.contains("hx-trigger=\"click\""), html);
  }

  @Test
  void aDifferenceHasBothValuesAndWhatHappens() {
    List<Cell> row =
        List.of(
            new Cell.Change(new Cell.Text("free"), new Cell.Text("pro"), "change"),
            new Cell.Change(new Cell.Text("free"), new Cell.Text("free"), "same"));
    String html =
        Templates.page(
            frame("x", Width.WIDE),
            List.of(new Table("rows", "Rows", List.of("a", "b"), List.of(row))));
    String shown = html.replaceAll("\\s+", " ");
    assertTrue(
        shown.contains("<del>free </del> → <ins>pro </ins> <span class=\"word\">change</span>"),
        shown);
    assertTrue(shown.contains("free <span class=\"word hint\">same</span>"), shown);
  }

  @Test
  void aFigureIsReadAtAGlanceAndCarriesItsExactValue() {
    for (Map.Entry<String, String> number :
        Map.of("248.587786", "248.6", "2.465649", "2.466", "0.5", "0.5", "1234567", "1234567")
            .entrySet()) {
      KeyFigure figure = new KeyFigure("id", "name", number.getKey(), null, Optional.empty());
      assertEquals(number.getValue(), figure.shown());
    }
    assertEquals("–", new KeyFigure("id", "name", null, null, Optional.empty()).shown());
  }

  @Test
  void nobodyWhoIsNotSignedInSeesAWorkspace() {
    Frame frame =
        new Frame(
            "Sign in",
            Optional.empty(),
            Optional.empty(),
            "/console/sign-in",
            ZURICH,
            Width.NARROW);
    String html = Templates.page(frame, List.of());
    assertFalse(html.contains("Sign out"), html);
    assertFalse(html.contains("/console/w"), html);
    assertTrue(html.contains("<title>Sign in · Shopwire</title>"), html);
  }

  @Test
  void thePagesConfigurationOfHtmxIsJsonWithoutEvaluation() throws IOException {
    var config = Json.MAPPER.readTree(Frame.HTMX_CONFIG);
    assertFalse(config.path("allowEval").asBoolean(true));
    assertFalse(config.path("includeIndicatorStyles").asBoolean(true));
    assertEquals(0, config.path("historyCacheSize").asInt(-1));
  }

  @Test
  void aPageOfAFullListWeighsLittleWithAllItLoads() {
    List<Cell> row =
        List.of(
            new Cell.Text("Somebody with a name"),
            new Cell.Text("somebody@example.com"),
            Cell.time("2026-01-02T03:04:05.678Z", ZURICH),
            new Cell.Code("{\"name\":\"before\",\"timezone\":\"Europe/Zurich\"}"),
            new Cell.Actions(List.of(new Cell.Action("Remove", Map.of("step", "remove")))));
    Table table =
        new Table(
            "table",
            "Users",
            List.of("Name", "Email", "Seen", "After", "Actions"),
            Collections.nCopies(50, row));
    String html = Templates.page(frame("Users", Width.WIDE), List.of(table));
    int bytes = Gzip.of(html.getBytes(StandardCharsets.UTF_8)).length;
    for (Asset asset :
        List.of(Assets.STYLES, Assets.SCRIPT, Assets.HTMX, Assets.MORPH, Assets.ICON)) {
      assertTrue(html.contains(asset.path()), asset.path());
      bytes += asset.gzip().length();
    }
    assertTrue(bytes < 40 * 1_024, "bytes: " + bytes);
  }
}
