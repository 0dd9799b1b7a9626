package dev.shopwire.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a Redis server on 127.0.0.1 whether it is ready, in RESP's inline commands. */
final class RedisPing {
  private static final int TIMEOUT_MILLIS = 2_000;

  private RedisPing() {}

  static StoreProgram.Answer ask(int port, String password) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(FreePort.loopback(port), TIMEOUT_MILLIS);
      String request = "AUTH " + password + "\r\nPING\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      return answer(String.valueOf(replies.readLine()), String.valueOf(replies.readLine()));
    } catch (IOException notListening) {
      return StoreProgram.Answer.NOTHING;
    }
  }

  /** By the replies to AUTH and PING. */
  static StoreProgram.Answer answer(String auth, String ping) {
    if (auth.startsWith("-LOADING") || ping.startsWith("-LOADING")) {
      return StoreProgram.Answer.LOADING;
    }
    return auth.equals("+OK") && ping.equals("+PONG")
        ? StoreProgram.Answer.READY
        : StoreProgram.Answer.NOTHING;
  }
}
