package dev.shopwire.automation.mail.message;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random mails with what makes composing and signing hard. */
public final class RandomMails {
  private static final List<String> PIECES =
      List.of(
          "word",
          " ",
          "  ",
          "\t",
          "\n",
          "\r\n",
          "\r",
          "\n.",
          "\n..\n",
          ".",
          "=",
          "=3D",
          "=?UTF-8?B?",
          "From ",
          "\n\n",
          " \n",
          "\t\r\n",
          "--=_shopwire_",
          "é",
          "ß",
          "привет",
          "שלום",
          "مرحبا",
          "नमस्ते",
          "ไทย",
          "日本語",
          "한국어",
          "😀",
          "👩‍👩‍👧",
          "e\u0301",
          "\u2028",
          "\u00a0",
          "\0",
          "\u007f",
          "\ud800",
          "<b>",
          "&amp;",
          "\"",
          "\\",
          "(x)",
          ",",
          "x".repeat(80),
          "y".repeat(1_200));

  private final Random random;

  public RandomMails(long seed) {
    this.random = new Random(seed);
  }

  public MailMessage next() {
    MailAddress from = MailAddress.parse("shop" + random.nextInt(100) + "@sender.example");
    boolean isTransactional = random.nextBoolean();
    return new MailMessage(
        Integer.toString(1 + random.nextInt(1_000_000)),
        new NamedAddress(from, name()),
        new NamedAddress(address(), name()),
        random.nextBoolean() ? Optional.empty() : Optional.of(new NamedAddress(from, name())),
        text(12),
        Instant.ofEpochSecond(random.nextInt(2_000_000_000)),
        text(60),
        text(200),
        isTransactional ? Optional.empty() : Optional.of(unsubscribe()));
  }

  private Unsubscribe unsubscribe() {
    return new Unsubscribe("https://links.example/" + "t".repeat(random.nextInt(800)));
  }

  private MailAddress address() {
    return MailAddress.parse("a".repeat(1 + random.nextInt(64)) + "@bücher.example");
  }

  private Optional<String> name() {
    return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(text(6));
  }

  /** A text of up to {@code pieces} pieces. */
  public String text(int pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(pieces + 1); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }
}
