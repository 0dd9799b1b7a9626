package dev.shopwire.automation.reports;

import dev.shopwire.automation.composition.BounceAddresses;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Mails of the kinds that arrive where reports do, after those of real servers. They are about the
 * mail 4711 to ada@acme.example.
 */
final class Corpus {
  static final UUID INSTALLATION = new UUID(0, 1);
  static final long WORKSPACE = 1;
  static final long SENDER = 3;
  static final long MAIL = 4711;
  static final String EMAIL = "ada@acme.example";

  private static final Path DIRECTORY =
      Path.of("src/test/resources/dev/shopwire/automation/reports");
  private static final String TOKEN =
      new BounceAddresses(INSTALLATION).of(MAIL, "bounces.shop.example").toString();
  private static final String LINK =
      UnsubscribeTokens.of(INSTALLATION).encode(new UnsubscribeLink(WORKSPACE, 0, MAIL, EMAIL));

  private Corpus() {}

  /** By file name. */
  static Map<String, byte[]> read() {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(DIRECTORY)) {
      for (Path path : paths.toList()) {
        files.put(path.getFileName().toString(), complete(Files.readAllBytes(path)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.putAll(generated());
    return files;
  }

  /** Sets the secret parts in, and ends lines as mails do. */
  private static byte[] complete(byte[] file) {
    return new String(file, StandardCharsets.ISO_8859_1)
        .replace("{token}", TOKEN)
        .replace("{link}", LINK)
        .replace("\n", "\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Map<String, byte[]> generated() {
    String report = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n";
    String status = "\r\n--b\r\n\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n";
    return Map.of(
        "generated: 1,000 nested parts", nested(),
        "generated: 100,000 parts", bytes(report + "\r\n" + "--b\r\n\r\n".repeat(100_000)),
        "generated: 100,000 header fields", bytes("A: b\r\n".repeat(100_000) + "\r\n"),
        "generated: a header field of 1 MB", bytes("To: " + "x,".repeat(500_000) + "\r\n\r\n"),
        "generated: a Content-Type of 1 MB",
            bytes("Content-Type: a/b" + ";\r\n c*0*=x".repeat(90_000) + "\r\n\r\n"),
        "generated: a status of empty lines", bytes(report + status + "\r\n".repeat(400_000)),
        "generated: 10,000 recipients",
            bytes(
                report
                    + status
                    + "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n"
                        .repeat(10_000)),
        "generated: more than 1 MiB", bytes("A: b\r\n\r\n" + "x".repeat(1 << 20)));
  }

  private static byte[] nested() {
    StringBuilder mail = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b").append(i);
      mail.append("\r\n\r\n--b").append(i).append("\r\n");
    }
    return bytes(mail.append("\r\n\r\nend\r\n").toString());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
