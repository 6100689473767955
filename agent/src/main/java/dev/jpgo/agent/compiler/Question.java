package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;

/** A query with what it is about. */
final class Question {
  private final Sink sink = new Sink();

  Question(Query what, RemoteClass about) {
    sink.number(what.ordinal());
    sink.number(about.number());
  }

  Question text(String text) {
    Wire.text(sink, text);
    return this;
  }

  Question type(RemoteClass type) {
    sink.number(type.number());
    return this;
  }

  byte[] toBytes() {
    return sink.toBytes();
  }
}
