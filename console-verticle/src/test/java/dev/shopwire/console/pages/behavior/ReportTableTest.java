package dev.shopwire.console.pages.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.charts.LineChart;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how reports of the API become tables and charts. */
class ReportTableTest {
  private static ReportTable of(String json) throws JsonProcessingException {
    return new ReportTable(Json.MAPPER.readTree(json.replace('\'', '"')));
  }

  @Test
  void aReportHasARowForEachBucketAndOneForTheTotal() throws JsonProcessingException {
    ReportTable report =
        of(
            """
            {'eventName':'a','calculation':'avg','overProperty':'rows','interval':'daily',
             'value':1.50,'data':[{'date':'2026-10-25','value':null},{'date':'2026-10-26','value':1.50}],
             'previous':{'value':-2,'data':[{'date':'2026-10-23','value':-2}]}}
            """);
    Table table = report.table();
    assertEquals(List.of("Date", "Value", "Previous"), table.columns());
    assertEquals(
        List.of(
            List.of(new Cell.Date("2026-10-25"), new Cell.None(), new Cell.Data("-2")),
            List.of(new Cell.Date("2026-10-26"), new Cell.Data("1.50"), new Cell.None()),
            List.of(new Cell.Text("Total"), new Cell.Data("1.50"), new Cell.Data("-2"))),
        table.rows());
    LineChart chart = report.chart();
    assertEquals("avg of rows of a, daily", chart.name());
    assertEquals(2, chart.series().size());
  }

  @Test
  void groupsAreColumnsNamedByTheirValue() throws JsonProcessingException {
    ReportTable report =
        of(
            """
            {'eventName':null,'calculation':'count','overProperty':null,'interval':'daily','value':9,
             'data':[{'date':'2026-10-25','value':9}],
             'groups':[{'group':'csv','value':3,'data':[{'date':'2026-10-25','value':3}]},
              {'group':12,'value':2,'data':[]},{'group':true,'value':1,'data':[]},
              {'group':'','value':1,'data':[]},{'group':{'a':1},'value':1,'data':[]},
              {'rest':true,'value':1,'data':[]}]}
            """);
    assertEquals(
        List.of("Date", "csv", "12", "true", "\"\"", "{\"a\":1}", "rest"),
        report.table().columns());
    assertEquals("count of all events, daily", report.chart().name());
  }

  @Test
  void onlyTheLargestGroupsAreDrawnAndHugeReportsAreNotShown() {
    ObjectNode report = Json.MAPPER.createObjectNode();
    for (int i = 0; i < 100; i++) {
      report.withArray("groups").addObject().put("group", "g" + i);
    }
    for (int i = 0; i <= ReportTable.MAX_CELLS / 100; i++) {
      report.withArray("data").addObject().put("date", "d" + i);
    }
    assertTrue(new ReportTable(report).isTooLarge());
    assertEquals(8, new ReportTable(report).chart().series().size());
    report.withArray("data").remove(0);
    assertFalse(new ReportTable(report).isTooLarge());
  }
}
