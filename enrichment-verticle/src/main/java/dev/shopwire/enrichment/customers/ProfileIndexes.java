package dev.shopwire.enrichment.customers;

import dev.shopwire.common.background.IndexBuild.Index;
import java.util.List;

/**
 * The indexes of profiles that are created in the background. They have the beginnings of names and
 * e-mail addresses, which may be too long for an entry.
 */
public final class ProfileIndexes {
  public static final List<Index> ALL =
      List.of(
          new Index(
              "customer_profiles_by_name",
              "customer_profiles (workspace_id, (left(name, 100)) collate \"C\", customer_id)"
                  + " where name is not null"),
          new Index(
              "customer_profiles_by_email",
              "customer_profiles (workspace_id, (left(email, 100)) collate \"C\", customer_id)"
                  + " where email is not null"),
          new Index(
              "customer_profiles_by_folded_email",
              "customer_profiles"
                  + " (workspace_id, (left(lower(email collate \"C\"), 100)) collate \"C\", customer_id)"
                  + " where email is not null"));

  private ProfileIndexes() {}
}
