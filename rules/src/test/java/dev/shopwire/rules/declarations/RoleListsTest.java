package dev.shopwire.rules.declarations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.role.Role;
import dev.shopwire.testing.ClusterRoles;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Role} is the list of roles; conf/ is compared with it by the tests of those files. */
class RoleListsTest {

  /** In each file every role in the given form. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pom.xml; <module>ROLE-verticle</module>",
        "app/pom.xml; <artifactId>ROLE-verticle</artifactId>",
        "ARCHITECTURE.md; | `ROLE-verticle/` |",
        "ARCHITECTURE.md; `ROLE`",
        "docs/glossary.md; `ROLE`",
        "docs/operators/README.md; | ROLE |",
        "docs/operators/postgresql.md; | `ROLE` |",
        "docs/operators/install.md; shopwire@ROLE",
        "docs/operators/install.md; (`ROLE`)"
      })
  void everyRoleIsIn(String file, String form) {
    String text = Documents.text(file);
    for (String role : Role.ids()) {
      String expected = form.replace("ROLE", role);
      assertTrue(text.contains(expected), () -> file + " lacks " + expected);
    }
  }

  @Test
  void theGuideSetsUpEveryRole() {
    String loop = "for role in " + String.join(" ", Role.ids()) + "; do";
    assertTrue(Documents.text("docs/operators/install.md").contains(loop), loop);
  }

  @Test
  void theStatusOfEveryRoleIsDocumented() {
    List<JsonNode> lists =
        Documents.nodes(Documents.CONSOLE_API)
            .filter(node -> Documents.texts(node.path("enum")).contains(Role.INGEST.id()))
            .toList();
    assertEquals(
        List.of(Role.ids()),
        lists.stream().map(node -> Documents.texts(node.path("enum"))).toList());
  }

  @Test
  void theClusterOfTheTestsRunsEveryRole() {
    assertEquals(
        Set.copyOf(Role.ids()),
        ClusterRoles.OF_TESTS.stream()
            .flatMap(roles -> Stream.of(roles.split(",", -1)))
            .collect(Collectors.toSet()));
  }
}
