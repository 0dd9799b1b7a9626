package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.messages.Mail;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests whose turn it is. */
class TurnsTest {
  private final Turns turns = new Turns();

  private String order(int mails) {
    StringBuilder order = new StringBuilder();
    IntStream.range(0, mails)
        .forEach(i -> turns.next(mail -> true).ifPresent(mail -> order.append(kind(mail))));
    return order.toString();
  }

  private static char kind(Mail mail) {
    return mail.isBulk() ? 'c' : 's';
  }

  private static List<Mail> singles(int from, int to) {
    return LongStream.range(from, to).mapToObj(Mails::single).toList();
  }

  private static List<Mail> ofCampaign(int from, int to) {
    return LongStream.range(from, to).mapToObj(Mails::ofCampaign).toList();
  }

  @Test
  void neitherWaitsForAllOfTheOthers() {
    turns.add(ofCampaign(0, 100));
    turns.add(singles(100, 200));
    assertEquals("sssscsssscsssscsssscsssscsssscs", order(31));
  }

  @Test
  void singleMailsGoFirstAndCampaignsUseWhatIsLeft() {
    turns.add(ofCampaign(0, 4));
    turns.add(singles(100, 102));
    assertEquals("sscccc", order(10));
    assertEquals(0, turns.size());
  }

  @Test
  void mailsThatAreNotReadyKeepTheirPlaces() {
    turns.add(singles(0, 3));
    assertEquals(Optional.of(1L), turns.next(mail -> mail.id() == 1).map(Mail::id));
    assertEquals(Optional.empty(), turns.next(mail -> mail.id() == 1));
    assertEquals(List.of(0L, 2L), turns.removeAll().stream().map(Mail::id).toList());
    assertEquals(0, turns.size());
  }
}
