package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisPingTest {
  @ParameterizedTest
  @CsvSource({
    "+OK, +PONG, READY",
    "+OK, -LOADING Redis is loading the dataset in memory, LOADING",
    "-LOADING Redis is loading the dataset in memory, -LOADING, LOADING",
    "-WRONGPASS invalid username-password pair, -NOAUTH Authentication required., NOTHING",
    "null, null, NOTHING",
  })
  void understandsTheReplies(String auth, String ping, StoreProgram.Answer answer) {
    assertEquals(answer, RedisPing.answer(auth, ping));
  }
}
