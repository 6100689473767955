package dev.jpgo.jmh.experiment.subject;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Pairs of actors hit balls back and forth: {@code STYLE THROUGHPUT PAIRS ROUNDS MESSAGES}. Each
 * round every pair exchanges so many messages; printed are messages a second in the first round and
 * the median of the last half, and how many there were.
 */
public final class ActorSubject {
  private ActorSubject() {}

  /** Ways to write an actor. */
  public enum Style {
    /** A class with a table of handlers. */
    CLASSIC,
    /** A behavior, a function of state and message. */
    TYPED
  }

  /** A message, with how often it is still to be hit. */
  record Ball(int left, CountDownLatch done) {}

  /** The same for typed actors, which have no sender. */
  record TypedBall(
      int left, org.apache.pekko.actor.typed.ActorRef<TypedBall> from, CountDownLatch done) {}

  /** Hits a ball back as often as it is to be. */
  static final class Player extends AbstractActor {
    private long hits;

    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Ball.class, this::hit).build();
    }

    private void hit(Ball ball) {
      hits++;
      if (ball.left() == 0) {
        ball.done().countDown();
      } else {
        getSender().tell(new Ball(ball.left() - 1, ball.done()), getSelf());
      }
    }
  }

  private static Behavior<TypedBall> player(long hits) {
    return Behaviors.receive(
        (context, ball) -> {
          if (ball.left() == 0) {
            ball.done().countDown();
          } else {
            ball.from().tell(new TypedBall(ball.left() - 1, context.getSelf(), ball.done()));
          }
          return player(hits + 1);
        });
  }

  /** Two actors, and how a game between them starts. */
  private interface Pair {
    void serve(int messages, CountDownLatch done);
  }

  public static void main(String[] arguments) throws Exception {
    Style style = Style.valueOf(arguments[0]);
    int throughput = Integer.parseInt(arguments[1]);
    Pair[] pairs = new Pair[Integer.parseInt(arguments[2])];
    int rounds = Integer.parseInt(arguments[3]);
    int messages = Integer.parseInt(arguments[4]);
    ActorSystem system = ActorSystem.create("pingpong", settings(throughput));
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = style == Style.CLASSIC ? classic(system) : typed(system, i);
    }
    double[] rates = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      CountDownLatch done = new CountDownLatch(pairs.length);
      for (Pair pair : pairs) {
        pair.serve(messages, done);
      }
      done.await();
      rates[round] = (double) messages * pairs.length / ((System.nanoTime() - begin) / 1e9);
    }
    double[] last = Arrays.copyOfRange(rates, rounds / 2, rounds);
    Arrays.sort(last);
    System.out.println("first " + rates[0]);
    System.out.println("steady " + last[last.length / 2]);
    System.out.println("messages " + (long) messages * pairs.length * rounds);
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get();
  }

  private static Config settings(int throughput) {
    return ConfigFactory.parseString(
            "pekko { loglevel = OFF, stdout-loglevel = OFF, jvm-shutdown-hooks = off }\n"
                + "pekko.actor.default-dispatcher { throughput = "
                + throughput
                + ", fork-join-executor { parallelism-min = 2, parallelism-max = 2 } }")
        .withFallback(ConfigFactory.load());
  }

  private static Pair classic(ActorSystem system) {
    ActorRef ping = system.actorOf(Props.create(Player.class, Player::new));
    ActorRef pong = system.actorOf(Props.create(Player.class, Player::new));
    return (messages, done) -> ping.tell(new Ball(messages - 1, done), pong);
  }

  private static Pair typed(ActorSystem system, int number) {
    var ping = Adapter.spawn(system, player(0), "ping" + number);
    var pong = Adapter.spawn(system, player(0), "pong" + number);
    return (messages, done) -> ping.tell(new TypedBall(messages - 1, pong, done));
  }
}
