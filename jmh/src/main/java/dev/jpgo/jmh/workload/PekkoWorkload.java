package dev.jpgo.jmh.workload;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Terminated;
import org.jspecify.annotations.Nullable;

/**
 * Primes by a chain of Pekko actors: each keeps one prime, drops its multiples and hands other
 * numbers on. All actors run on the thread that iterates, see {@link CallingThread}, so that their
 * order is always the same.
 */
public final class PekkoWorkload implements Workload {
  private static final int LIMIT = 260;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SETTINGS =
      """
      pekko.daemonic = on
      pekko.loglevel = OFF
      pekko.stdout-loglevel = OFF
      pekko.jvm-shutdown-hooks = off
      calling-thread {
        type = Dispatcher
        executor = "dev.jpgo.jmh.workload.CallingThread"
        throughput = 5
      }
      """;

  /** A number that may be a prime. */
  record Candidate(int number) {}

  /** There are no more candidates; each filter hands on what all before it have found. */
  record End(long checksum) {}

  /** Asks for the primes below a limit. */
  record Question(int limit) {}

  /** Lets one prime through, the first number that it gets, and no multiple of it. */
  static final class Filter extends AbstractActor {
    private final ActorRef collector;
    private int prime;
    private @Nullable ActorRef next;

    Filter(ActorRef collector) {
      this.collector = collector;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(Candidate.class, this::test)
          .match(End.class, this::handOn)
          .build();
    }

    private void test(Candidate candidate) {
      if (prime == 0) {
        prime = candidate.number();
      } else if (candidate.number() % prime != 0) {
        if (next == null) {
          next = getContext().actorOf(filter(collector));
        }
        next.tell(candidate, getSelf());
      }
    }

    private void handOn(End end) {
      End mine = new End(end.checksum() * 31 + prime);
      (next == null ? collector : next).tell(mine, getSelf());
    }
  }

  /** Starts a chain for each question and ends it when the answer is there. */
  static final class Collector extends AbstractActor {
    private final CallingThread.Answer answer;
    private ActorRef first = ActorRef.noSender();
    private long checksum;

    Collector(CallingThread.Answer answer) {
      this.answer = answer;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(Question.class, this::start)
          .match(End.class, this::finish)
          .match(Terminated.class, gone -> answer.give(checksum))
          .build();
    }

    private void start(Question question) {
      first = getContext().watch(getContext().actorOf(filter(getSelf())));
      for (int number = 2; number < question.limit(); number++) {
        first.tell(new Candidate(number), getSelf());
      }
      first.tell(new End(1), getSelf());
    }

    private void finish(End end) {
      checksum = end.checksum();
      first.tell(PoisonPill.getInstance(), getSelf());
    }
  }

  private final CallingThread.Answer answer = new CallingThread.Answer();
  private final ActorRef collector;

  public PekkoWorkload() throws Exception {
    ActorSystem system =
        ActorSystem.create(
            "primes", ConfigFactory.parseString(SETTINGS).withFallback(ConfigFactory.load()));
    collector =
        system.actorOf(
            Props.create(Collector.class, () -> new Collector(answer))
                .withDispatcher("calling-thread"));
    iterate();
  }

  private static Props filter(ActorRef collector) {
    return Props.create(Filter.class, () -> new Filter(collector)).withDispatcher("calling-thread");
  }

  @Override
  public long iterate() throws InterruptedException, TimeoutException {
    collector.tell(new Question(LIMIT), ActorRef.noSender());
    return answer.await(PATIENCE);
  }
}
