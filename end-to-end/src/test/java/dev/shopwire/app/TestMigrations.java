package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;

/** Applies the service's migrations for tests in other packages. */
public final class TestMigrations {
  private TestMigrations() {}

  public static void apply(Postgres postgres) {
    Migrations.apply(postgres, line -> {});
  }
}
