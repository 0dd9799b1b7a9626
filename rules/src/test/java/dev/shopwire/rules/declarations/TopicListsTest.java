package dev.shopwire.rules.declarations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.DeploymentFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Topic} is the list of topics. */
class TopicListsTest {

  @Test
  void theOpenApiDocumentListsEveryTopicThatCanBeSubscribedTo() {
    assertEquals(
        Topic.subscribable().stream().map(Topic::apiName).toList(),
        Documents.texts(Documents.CONSOLE_API.at("/components/schemas/WebhookTopic/enum")));
  }

  @Test
  void theTableOfTheDocumentDescribesEachOnce() {
    List<String> described =
        Documents.table("docs/api/webhooks.md", "| Topic |").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList();
    assertEquals(
        Arrays.stream(Topic.values())
            .map(topic -> "`%s` `%s`".formatted(topic.apiName(), topic.type()))
            .toList(),
        described);
  }

  /** Else nothing would ever be sent. */
  @ParameterizedTest
  @EnumSource(Topic.class)
  void theRoleThatMakesTheChangeWritesTheMessages(Topic topic) {
    String constant = "Topic." + topic.name();
    String sql = "'" + topic.apiName() + "'";
    assertTrue(
        sources(topic.change().role().id() + "-verticle").stream()
            .flatMap(String::lines)
            .filter(line -> !line.startsWith("import "))
            .anyMatch(
                line ->
                    line.contains(constant + ",")
                        || line.contains("-> " + constant + ";")
                        || line.contains(sql)
                        || line.contains(constant + ".")),
        () -> "no message of " + topic + " in the role " + topic.change().role().id());
  }

  @Test
  void sqlNamesOnlyTopicsThatExist() {
    Set<String> words =
        Arrays.stream(Topic.values()).map(Topic::apiName).collect(Collectors.toSet());
    String first =
        words.stream()
            .map(word -> word.substring(0, word.indexOf('/')))
            .distinct()
            .collect(Collectors.joining("|"));
    Pattern literal = Pattern.compile("'((?:" + first + ")/\\w+)'");
    Set<String> named = new TreeSet<>();
    for (String module : List.of("ingest", "enrichment", "attribution", "automation", "webhook")) {
      for (String source : sources(module + "-verticle")) {
        literal.matcher(source).results().forEach(found -> named.add(found.group(1)));
      }
    }
    assertTrue(named.contains(Topic.USAGE_EVENT.apiName()), "the test finds them");
    named.removeAll(words);
    assertEquals(Set.of(), named);
  }

  private static List<String> sources(String module) {
    return DeploymentFiles.below(DeploymentFiles.ROOT.resolve(module + "/src/main")).stream()
        .filter(file -> file.toString().matches(".*\\.(java|sql)"))
        .map(DeploymentFiles::text)
        .toList();
  }
}
