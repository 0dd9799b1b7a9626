package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.MailContents.Ready;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;

/**
 * A mail that is ready to be sent.
 *
 * @param source its bytes, deflated
 */
record PreparedMail(Mail mail, Ready content, Buffer source) {
  private static final long OVERHEAD = 2_048;

  static PreparedMail of(Mail mail, Ready content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.message().length() / 2 + 64);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(content.message().getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PreparedMail(mail, content, Buffer.buffer(out.toByteArray()));
  }

  /** What it takes of the heap, about, in bytes. */
  long bytes() {
    return OVERHEAD + content.message().length() + source.length();
  }

  /** As it is stored: PostgreSQL has no NUL in texts. */
  String subject() {
    return content.subject().replace('\0', ' ');
  }
}
