package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import java.util.Random;
import java.util.TreeSet;
import org.jgrapht.Graph;
import org.jgrapht.alg.color.SaturationDegreeColoring;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.alg.flow.EdmondsKarpMFImpl;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.alg.spanning.KruskalMinimumSpanningTree;
import org.jgrapht.graph.AsUndirectedGraph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/** Shortest paths, components, a spanning tree, a flow and a colouring of one graph. */
public final class JgraphtWorkload implements Workload {
  private static final int VERTICES = 120;
  private static final int EDGES = 700;

  private final Graph<Integer, DefaultWeightedEdge> graph =
      new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);

  public JgraphtWorkload() {
    Random random = new Random(11);
    for (int i = 0; i < VERTICES; i++) {
      graph.addVertex(i);
    }
    for (int i = 0; i < EDGES; i++) {
      int from = random.nextInt(VERTICES);
      int to = random.nextInt(VERTICES);
      if (from != to && !graph.containsEdge(from, to)) {
        graph.setEdgeWeight(graph.addEdge(from, to), 1 + random.nextInt(40));
      }
    }
  }

  @Override
  public long iterate() {
    Checksum checksum = new Checksum();
    DijkstraShortestPath<Integer, DefaultWeightedEdge> paths = new DijkstraShortestPath<>(graph);
    for (int from = 0; from < 8; from++) {
      for (int to = 100; to < 110; to++) {
        checksum.add((long) paths.getPathWeight(from, to));
      }
    }
    new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets()
        .forEach(component -> checksum.add(new TreeSet<>(component).hashCode()));
    Graph<Integer, DefaultWeightedEdge> undirected = new AsUndirectedGraph<>(graph);
    checksum.add((long) new KruskalMinimumSpanningTree<>(undirected).getSpanningTree().getWeight());
    checksum.add((long) new EdmondsKarpMFImpl<>(graph).getMaximumFlowValue(0, VERTICES - 1));
    checksum.add(new SaturationDegreeColoring<>(undirected).getColoring().getNumberColors());
    return checksum.value();
  }
}
