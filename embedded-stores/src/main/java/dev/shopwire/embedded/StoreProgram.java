package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What {@link StoreServer} must know of a server program: how to prepare, run, ask and end it. */
interface StoreProgram {
  /** What a running server answers. */
  enum Answer {
    NOTHING,
    /** It lives, but still reads its files. */
    LOADING,
    READY
  }

  /** For people: "PostgreSQL". */
  String name();

  /** The setting that names a server to use instead of the embedded one. */
  String uriSetting();

  /** File name of its executable, by which its processes are told. */
  String executable();

  /** Its own directory, in which its processes run and no other program does. */
  Path directory();

  LogFile log();

  /** Makes the files of {@link #directory} fit for a start; no process uses them. */
  void prepare() throws IOException;

  List<String> command(int port) throws IOException;

  Answer ask(int port);

  /** Whether it removed the reason for which the server ended itself, given its last log lines. */
  boolean cure(String log) throws IOException;

  /** How to ask the server to end, the gentlest first. */
  List<ServerProcess.Ending> endings();

  default StoreException failure(String what) {
    return new StoreException(advice(what));
  }

  default StoreException failure(String what, Throwable cause) {
    return new StoreException(advice(what), cause);
  }

  private String advice(String what) {
    return "The embedded %s %s\nTo use a server of your own instead, set %s."
        .formatted(name(), what, uriSetting());
  }
}
