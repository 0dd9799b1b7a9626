package dev.shopwire.automation.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.reports.ReportTable.Report;
import dev.shopwire.automation.reports.ReportTable.ReportedMail;
import dev.shopwire.automation.reports.parsing.RecipientStatus;
import dev.shopwire.automation.reports.parsing.ReportParser;
import dev.shopwire.automation.reports.parsing.UnparsableMail;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests what each mail of the corpus does, and that docs/api/mail-reports.md says so: the message
 * of a failure begins with the table as it should be.
 */
class ReportCorpusTest {
  private static final Path PAGE = Path.of("../docs/api/mail-reports.md");
  private static final String HEADING = "| Mail | Posted by the relay | Read from the mailbox |";
  private static final long MAX_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int ROUNDS = 3_000;

  private static final Identification IDENTIFICATION = new Identification(Corpus.INSTALLATION);
  private static final Map<Long, ReportedMail> MAILS =
      Map.of(
          Corpus.MAIL,
          new ReportedMail(Corpus.MAIL, Corpus.SENDER, Corpus.EMAIL, "sent"),
          4712L,
          new ReportedMail(4712, Corpus.SENDER + 1, "eve@other.example", "sent"));

  @Test
  void thePageSaysWhatEachMailDoes() throws IOException {
    StringBuilder rows = new StringBuilder();
    describe().forEach((name, row) -> rows.append(row).append('\n'));
    String page = Files.readString(PAGE);
    int start = page.indexOf('\n', page.indexOf("|---", page.indexOf(HEADING))) + 1;
    int end = page.indexOf("\n\n", start) + 1;
    assertEquals(rows.toString(), page.substring(start, end > 0 ? end : page.length()));
  }

  private static Map<String, String> describe() {
    Map<String, String> rows = new TreeMap<>();
    Corpus.read()
        .forEach(
            (name, mail) -> {
              long start = System.nanoTime();
              String relay = outcome(name, mail, Source.RELAY);
              String mailbox =
                  name.endsWith(".json") ? "" : outcome(name, mail, Source.TOKEN_MAILBOX);
              assertTrue(System.nanoTime() - start < MAX_NANOS, name);
              rows.put(
                  name,
                  "| %s | %s | %s |"
                      .formatted(
                          name.startsWith("generated") ? name : "`" + name + "`", relay, mailbox));
            });
    return rows;
  }

  private static String outcome(String name, byte[] mail, Source source) {
    try {
      Item item =
          name.endsWith(".json")
              ? EventsInput.read(JsonBody.text(mail)).get(0)
              : IDENTIFICATION.identify(ReportParser.parse(mail), Corpus.WORKSPACE, source);
      return text(verdict(item));
    } catch (UnparsableMail e) {
      return "unreadable: " + e.reason();
    } catch (Failure e) {
      return e.code().status() + " `" + e.reason() + "`";
    }
  }

  private static Verdict verdict(Item item) {
    return item.claim()
        .map(claim -> Verdict.of(claim, mail(claim), Corpus.SENDER))
        .orElseGet(() -> Verdict.ignored(item.ignored().orElseThrow()));
  }

  private static Optional<ReportedMail> mail(Claim claim) {
    return claim
        .recipient()
        .map(
            email -> MAILS.values().stream().filter(mail -> mail.email().equals(email)).findFirst())
        .orElseGet(
            () ->
                claim.messageIds().stream()
                    .flatMap(id -> Optional.ofNullable(MAILS.get(id)).stream())
                    .findFirst());
  }

  private static String text(Verdict verdict) {
    return verdict
        .ignored()
        .map(outcome -> "ignored: `" + outcome.detail() + "`")
        .orElseGet(() -> text(verdict.report().orElseThrow()));
  }

  private static String text(Report report) {
    assertEquals(Corpus.MAIL, report.mail().id());
    return report
        .status()
        .map(RecipientStatus::bounceClass)
        .map(each -> "**bounced**, " + each.id())
        .orElse("**complained**");
  }

  @Test
  void noMailThatIsChangedAtRandomIsMoreThanUnreadable() {
    Random random = new Random(7);
    List<byte[]> mails =
        Corpus.read().entrySet().stream()
            .filter(entry -> entry.getKey().endsWith(".eml"))
            .map(Map.Entry::getValue)
            .toList();
    for (int i = 0; i < ROUNDS; i++) {
      byte[] mail = mails.get(random.nextInt(mails.size())).clone();
      for (int change = random.nextInt(20); change >= 0; change--) {
        int at = random.nextInt(mail.length);
        int length = Math.min(random.nextInt(40), mail.length - at);
        int from = random.nextInt(mail.length - length + 1);
        System.arraycopy(mail, from, mail, at, length);
        mail[at] = (byte) random.nextInt(256);
      }
      outcome("changed.eml", mail, Source.MAILBOX);
    }
  }
}
