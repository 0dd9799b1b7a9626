package dev.shopwire.app.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Encodes a message to one consumer in the wire format of the event bus of Vert.x 5. */
final class BusFrame {
  private static final int WIRE_VERSION = 2;
  private static final int STRING_CODEC = 9;
  private static final int SERIALIZABLE_CODEC = 17;

  private BusFrame() {}

  static byte[] ofText(String address, String body) {
    return frame(STRING_CODEC, address, body.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] ofObject(String address, Serializable body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return frame(SERIALIZABLE_CODEC, address, bytes.toByteArray());
  }

  private static byte[] frame(int codec, String address, byte[] body) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(message);
        DataOutputStream framed = new DataOutputStream(frame)) {
      out.writeByte(WIRE_VERSION);
      out.writeByte(codec);
      out.writeByte(0); // to one of the consumers
      writeText(out, address);
      out.writeInt(0); // without a reply address
      writeText(out, "nobody");
      out.writeInt(4); // no headers: the length is that of this number alone
      out.writeInt(body.length);
      out.write(body);
      framed.writeInt(message.size());
      framed.write(message.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return frame.toByteArray();
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
