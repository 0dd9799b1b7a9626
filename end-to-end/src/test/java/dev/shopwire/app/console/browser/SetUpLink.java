package dev.shopwire.app.console.browser;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the link with which the first user is created: a service prints it when it starts. */
final class SetUpLink {
  private static final Pattern LINK = Pattern.compile("http://\\S+/console/setup#token=(\\w+)");

  private SetUpLink() {}

  static String of(OwnService service) {
    return find(service).group();
  }

  static String token(OwnService service) {
    return find(service).group(1);
  }

  private static Matcher find(OwnService service) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the set-up link is printed",
        () -> LINK.matcher(service.process().output()).find());
    Matcher link = LINK.matcher(service.process().output());
    if (!link.find()) {
      throw new AssertionError("the output of a process only grows");
    }
    return link;
  }
}
