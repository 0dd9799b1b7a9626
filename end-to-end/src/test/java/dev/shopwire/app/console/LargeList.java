package dev.shopwire.app.console;

import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;

/** Test fixture: a workspace with so many affiliates that their file doesn't fit into buffers. */
public record LargeList(Tenants.App app, int rows) {
  private static final int ROWS = 60_000;

  /** About 18 MB of NDJSON. */
  public static LargeList create(Tenants tenants, Sql sql) {
    Tenants.App app = tenants.app();
    sql.run(
        """
        insert into affiliates (workspace_id, name)
        select %s, rpad(n::text, 180, ' name') from generate_series(1, %d) n
        """
            .formatted(app.workspaceId(), ROWS));
    return new LargeList(app, ROWS);
  }

  public String path(String format) {
    return "/console/api/workspaces/" + app.workspaceId() + "/affiliates?format=" + format;
  }
}
