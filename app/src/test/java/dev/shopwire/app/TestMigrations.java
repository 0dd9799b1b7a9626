package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;

/** Gives tests in other packages the service's migrations. */
public final class TestMigrations {
  private TestMigrations() {}

  public static void apply(Postgres postgres) {
    Migrations.apply(postgres, line -> {});
  }
}
