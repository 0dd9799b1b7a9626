package dev.shopwire.automation.reports.parsing;

import jakarta.activation.DataSource;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParseException;
import jakarta.mail.util.SharedByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A mail, or a part of one. Parts are found one level at a time, and only when asked for: nothing
 * recurses into what is nested, and nothing is copied. Methods fail with an {@link UnparsableMail}
 * if there is too much of something, and otherwise as the mail library does.
 */
final class MimeEntity {
  private static final int MAX_PARTS = 100;

  /** A longer Content-Type counts as none. */
  private static final int MAX_TYPE = 4_000;

  private final BoundedHeaders headers;
  private final SharedByteArrayInputStream content;

  private MimeEntity(BoundedHeaders headers, SharedByteArrayInputStream content) {
    this.headers = headers;
    this.content = content;
  }

  /** Reads the header fields of a mail or a part. */
  static MimeEntity of(SharedByteArrayInputStream in) throws MessagingException {
    BoundedHeaders headers = BoundedHeaders.load(in);
    return new MimeEntity(headers, rest(in));
  }

  static MimeEntity ofMail(byte[] mail) throws MessagingException {
    return of(new SharedByteArrayInputStream(mail));
  }

  /** The mail whose body came with its Content-Type alone. */
  static MimeEntity ofBody(String contentType, byte[] body) {
    return new MimeEntity(
        BoundedHeaders.ofContentType(contentType), new SharedByteArrayInputStream(body));
  }

  private static SharedByteArrayInputStream rest(SharedByteArrayInputStream in) {
    return (SharedByteArrayInputStream) in.newStream(in.getPosition(), -1);
  }

  BoundedHeaders headers() {
    return headers;
  }

  /** Such as {@code multipart/report}, in lower case; empty if there is none that can be read. */
  String type() {
    return contentType().map(ContentType::getBaseType).orElse("").toLowerCase(Locale.ROOT);
  }

  /** A parameter of the type, in lower case; empty if absent. */
  String typeParameter(String name) {
    return contentType()
        .map(type -> type.getParameter(name))
        .map(value -> value.toLowerCase(Locale.ROOT))
        .orElse("");
  }

  private Optional<ContentType> contentType() {
    Optional<String> text =
        headers.first("Content-Type").filter(value -> value.length() <= MAX_TYPE);
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(new ContentType(text.get()));
    } catch (ParseException e) {
      return Optional.empty();
    }
  }

  /** The parts of a multipart; none of another type. */
  List<MimeEntity> parts() throws MessagingException {
    if (!type().startsWith("multipart/")) {
      return List.of();
    }
    List<MimeEntity> parts = new ArrayList<>();
    for (SharedByteArrayInputStream part : new Parts(contentType().orElseThrow(), content).find()) {
      parts.add(of(part));
    }
    return parts;
  }

  /** What is in it, decoded, up to a number of bytes. */
  byte[] content(int maxBytes) throws MessagingException, IOException {
    String encoding = headers.first("Content-Transfer-Encoding").orElse("8bit");
    try (InputStream in = MimeUtility.decode(content.newStream(0, -1), encoding)) {
      return in.readNBytes(maxBytes);
    }
  }

  /** The same as a mail or header fields. */
  MimeEntity contentAsMail(int maxBytes) throws MessagingException, IOException {
    return ofMail(content(maxBytes));
  }

  /** Finds where the parts of a multipart begin and end, without reading them. */
  private static final class Parts extends MimeMultipart {
    private final List<SharedByteArrayInputStream> found = new ArrayList<>();

    Parts(ContentType type, SharedByteArrayInputStream content) throws MessagingException {
      super(new Content(type.toString(), content));
    }

    List<SharedByteArrayInputStream> find() throws MessagingException {
      parse();
      return found;
    }

    @Override
    protected MimeBodyPart createMimeBodyPart(InputStream in) {
      if (found.size() >= MAX_PARTS) {
        throw new UnparsableMail("it has more than " + MAX_PARTS + " parts");
      }
      found.add((SharedByteArrayInputStream) in);
      return new MimeBodyPart();
    }
  }

  private record Content(String type, SharedByteArrayInputStream content) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return content.newStream(0, -1);
    }

    @Override
    public OutputStream getOutputStream() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getContentType() {
      return type;
    }

    @Override
    public String getName() {
      return "";
    }
  }
}
