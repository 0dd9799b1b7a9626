package dev.shopwire.automation.templates.mjml;

import dev.shopwire.automation.templates.language.FaultCode;
import dev.shopwire.automation.templates.language.Faults;
import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.language.Token;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of letters and digits in the places of a source's tags. */
final class Markers {
  private static final char END = 'x';

  private final List<Token> tokens;
  private final String prefix;

  private Markers(List<Token> tokens, String prefix) {
    this.tokens = tokens;
    this.prefix = prefix;
  }

  /** Chooses markers that the source does not contain. */
  static Markers of(List<Token> tokens, String source) {
    String lowerCase = source.toLowerCase(Locale.ROOT);
    String prefix = random();
    while (lowerCase.contains(prefix)) {
      prefix = random();
    }
    return new Markers(tokens, prefix);
  }

  private static String random() {
    return "m" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + END;
  }

  /** The source with markers in place of tags. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i) instanceof Token.Literal literal) {
        text.append(literal.text());
      } else {
        text.append(prefix).append(i).append(END);
      }
    }
    return text.toString();
  }

  /** The converted source with tags in place of markers. Adds a fault for each tag that is lost. */
  List<Token> tokens(String converted, Faults faults) {
    Pattern pattern = Pattern.compile(prefix + "(\\d{1,6})" + END, Pattern.CASE_INSENSITIVE);
    List<Token> result = new ArrayList<>();
    BitSet found = new BitSet();
    Matcher matcher = pattern.matcher(converted);
    int at = 0;
    while (matcher.find()) {
      int index = Integer.parseInt(matcher.group(1));
      result.add(new Token.Literal(converted.substring(at, matcher.start())));
      result.add(tokens.get(index));
      found.set(index);
      at = matcher.end();
    }
    result.add(new Token.Literal(converted.substring(at)));
    addLost(found, faults);
    return result;
  }

  private void addLost(BitSet found, Faults faults) {
    for (int i = 0; i < tokens.size(); i++) {
      Optional<Span> tag = tag(tokens.get(i));
      if (tag.isPresent() && !found.get(i)) {
        faults.add(
            FaultCode.UNSAFE_PLACE,
            tag.get(),
            "expected a tag in a place that the HTML has too; MJML ignores what stands here");
      }
    }
  }

  private static Optional<Span> tag(Token token) {
    if (token instanceof Token.Insert insert) {
      return Optional.of(insert.placeholder()).map(Placeholder::tag);
    } else if (token instanceof Token.If start) {
      return Optional.of(start.tag());
    } else if (token instanceof Token.Else other) {
      return Optional.of(other.tag());
    } else if (token instanceof Token.EndIf end) {
      return Optional.of(end.tag());
    }
    return Optional.empty();
  }
}
