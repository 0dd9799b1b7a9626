package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.crypto.Digest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * All that is particular to a platform's partner interface: addresses, headers, queries, names.
 * Immutable.
 *
 * @param name the file's name without its ending
 * @param title for people
 * @param sha256 of the file's content, in hexadecimal digits
 */
public record Dialect(
    String name,
    String title,
    List<Parameter> parameters,
    RequestRule request,
    ErrorRule errors,
    List<StreamRule> streams,
    String sha256) {
  private static final Set<String> NAMES =
      Set.of("title", "parameters", "request", "errors", "streams");

  public Dialect {
    parameters = List.copyOf(parameters);
    streams = List.copyOf(streams);
  }

  /**
   * Reads a dialect file.
   *
   * @param isYaml whether it is YAML and not JSON
   * @throws DialectFault if it is none
   */
  public static Dialect read(String name, byte[] content, boolean isYaml) {
    JsonNode tree = DialectParser.parse(content, isYaml);
    DialectNode node = new DialectNode("", tree).object(NAMES);
    List<DialectNode> given = node.required("parameters").items(100);
    List<Parameter> parameters =
        given.stream().map(each -> Parameter.read(each, StreamRule.PLACEHOLDERS)).toList();
    requireUnique(given, parameters.stream().map(Parameter::name).toList());
    Set<String> names =
        parameters.stream().map(Parameter::name).collect(Collectors.toCollection(TreeSet::new));
    List<DialectNode> lists = node.required("streams").items(20);
    List<StreamRule> streams = lists.stream().map(each -> StreamRule.read(each, names)).toList();
    requireUnique(lists, streams.stream().map(StreamRule::name).toList());
    return new Dialect(
        name,
        node.optional("title").map(title -> title.text(200)).orElse(name),
        parameters,
        RequestRule.read(node.required("request"), names),
        ErrorRule.read(node.required("errors")),
        streams,
        HexFormat.of().formatHex(Digest.SHA_256.of(content)));
  }

  private static void requireUnique(List<DialectNode> nodes, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      if (!seen.add(names.get(i))) {
        throw nodes.get(i).required("name").fault("is used twice");
      }
    }
  }

  public Optional<Parameter> parameter(String parameterName) {
    return parameters.stream().filter(each -> each.name().equals(parameterName)).findFirst();
  }

  public Optional<StreamRule> stream(String streamName) {
    return streams.stream().filter(each -> each.name().equals(streamName)).findFirst();
  }
}
