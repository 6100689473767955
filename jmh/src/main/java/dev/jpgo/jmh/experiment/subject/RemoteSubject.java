package dev.jpgo.jmh.experiment.subject;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/**
 * One side of a ping-pong between two processes by Pekko's remoting (Artery over TCP): {@code
 * ROUNDS MESSAGES} plays against the actor whose address is the first line of standard input;
 * without arguments it is the other side, and prints its address.
 */
public final class RemoteSubject {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Config SETTINGS =
      ConfigFactory.parseString(
              """
              pekko {
                loglevel = OFF
                stdout-loglevel = OFF
                jvm-shutdown-hooks = off
                actor.provider = remote
                remote.artery {
                  transport = tcp
                  canonical { hostname = "127.0.0.1", port = 0 }
                }
              }
              """)
          .withFallback(ConfigFactory.load());

  private RemoteSubject() {}

  /** Sends each number back. */
  static final class Echo extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(Long.class, number -> getSender().tell(number, getSelf()))
          .build();
    }
  }

  /** Counts down with the other side. */
  static final class Player extends AbstractActor {
    private final CountDownLatch done;

    Player(CountDownLatch done) {
      this.done = done;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Long.class, this::hit).build();
    }

    private void hit(Long left) {
      if (left == 0) {
        done.countDown();
        getContext().stop(getSelf());
      } else {
        getSender().tell(left - 1, getSelf());
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    ActorSystem system = ActorSystem.create("pingpong", SETTINGS);
    if (arguments.length == 0) {
      system.actorOf(Props.create(Echo.class, Echo::new), "echo");
      System.out.println(
          "address " + ((ExtendedActorSystem) system).provider().getDefaultAddress());
      while (System.in.read() >= 0) {
        // plays until its standard input ends
      }
    } else {
      play(system, Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
    }
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get();
    System.exit(0);
  }

  private static void play(ActorSystem system, int rounds, long messages) throws Exception {
    StringBuilder address = new StringBuilder();
    for (int c = System.in.read(); c != '\n' && c >= 0; c = System.in.read()) {
      address.append((char) c);
    }
    ActorRef echo =
        system
            .actorSelection(address + "/user/echo")
            .resolveOne(Duration.ofMinutes(1))
            .toCompletableFuture()
            .get();
    double[] rates = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      CountDownLatch done = new CountDownLatch(1);
      ActorRef player = system.actorOf(Props.create(Player.class, () -> new Player(done)));
      echo.tell(messages, player);
      if (!done.await(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
        throw new IllegalStateException("a message got lost in round " + round);
      }
      rates[round] = 2.0 * messages / ((System.nanoTime() - begin) / 1e9);
    }
    double[] last = Arrays.copyOfRange(rates, rounds / 2, rounds);
    Arrays.sort(last);
    System.out.println("first " + rates[0]);
    System.out.println("steady " + last[last.length / 2]);
    System.out.println("messages " + 2 * messages * rounds);
  }
}
