package dev.shopwire.sources.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlRightsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT USAGE ON *.* TO `reader`@`%` IDENTIFIED BY PASSWORD '*878D8016BB34'",
        "GRANT SELECT, SHOW VIEW ON `app`.* TO `reader`@`%`",
        "GRANT SELECT (`a`, `b, c`), SHOW VIEW ON `app`.`t` TO `reader`@`%`",
        "GRANT `readers` TO `reader`@`%`",
        "SET DEFAULT ROLE `readers` FOR `reader`@`%`"
      })
  void readingIsNoRightTooMany(String line) {
    assertEquals(List.of(), MysqlRights.of(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GRANT INSERT, SELECT ON `app`.* TO `r`@`%`|WRITE|INSERT on `app`.*
          GRANT UPDATE (`a`, `b`) ON `app`.`t` TO `r`@`%`|WRITE|UPDATE (`a`, `b`) on `app`.`t`
          GRANT CREATE TEMPORARY TABLES ON `app`.* TO `r`@`%`|CREATE|CREATE TEMPORARY TABLES on `app`.*
          GRANT EXECUTE ON FUNCTION `app`.`f` TO `r`@`%`|WRITE|EXECUTE on FUNCTION `app`.`f`
          GRANT ALL PRIVILEGES ON `app`.* TO `r`@`%`|WRITE|ALL PRIVILEGES on `app`.*
          GRANT ALL PRIVILEGES ON *.* TO `r`@`%`|SUPERUSER|ALL PRIVILEGES on *.*
          GRANT INSERT ON *.* TO `r`@`%`|WRITE|INSERT on *.*
          GRANT FILE ON *.* TO `r`@`%`|SERVER_FILES|FILE on *.*
          GRANT SUPER ON *.* TO `r`@`%`|SUPERUSER|SUPER on *.*
          GRANT PROCESS ON *.* TO `r`@`%`|SUPERUSER|PROCESS on *.*
          GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO `r`@`%`|SUPERUSER|SYSTEM_VARIABLES_ADMIN on *.*
          GRANT CREATE USER ON *.* TO `r`@`%`|ROLE_CREATION|CREATE USER on *.*
          GRANT REPLICATION SLAVE ON *.* TO `r`@`%`|REPLICATION|REPLICATION SLAVE on *.*
          GRANT PROXY ON ''@'%' TO `r`@`%`|SUPERUSER|PROXY on ''@'%'
          GRANT SELECT ON `app`.* TO `r`@`%` WITH GRANT OPTION|ROLE_CREATION|GRANT OPTION on `app`.*
          """)
  void everyOtherRightIsNamed(String line, Ability ability, String text) {
    assertEquals(List.of(new Right(ability, text)), MysqlRights.of(line));
  }

  @Test
  void aHashOfThePasswordIsNotShown() {
    List<Right> rights =
        MysqlRights.of(
            "GRANT INSERT ON *.* TO `r`@`%` IDENTIFIED BY PASSWORD '*878D' WITH GRANT OPTION");
    assertEquals(2, rights.size());
    assertFalse(rights.toString().contains("878D"));
  }
}
