package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.triangulate.DelaunayTriangulationBuilder;

/**
 * Star-shaped polygons are united, cut, widened, put in a tree and looked up; points triangulated.
 */
public final class JtsWorkload implements Workload {
  private static final int STARS = 16;
  private static final int POINTS = 60;

  private final GeometryFactory factory = new GeometryFactory();

  @Override
  public long iterate() {
    Random random = new Random(5);
    List<Geometry> stars = new ArrayList<>();
    for (int i = 0; i < STARS; i++) {
      stars.add(star(random.nextInt(40), random.nextInt(40), 5 + random.nextInt(8)));
    }
    Checksum checksum = new Checksum();
    Geometry all = factory.createGeometryCollection(stars.toArray(new Geometry[0])).union();
    checksum.addRounded(all.getArea());
    checksum.addRounded(all.convexHull().difference(all).getArea());
    checksum.addRounded(stars.get(0).buffer(2.5, 4).getLength());
    STRtree tree = new STRtree();
    stars.forEach(star -> tree.insert(star.getEnvelopeInternal(), star));
    for (int i = 0; i < 20; i++) {
      checksum.add(tree.query(new Envelope(i, i + 6, i, i + 6)).size());
    }
    checksum.addRounded(triangles(random).getLength());
    return checksum.value();
  }

  private Geometry star(int x, int y, int radius) {
    Coordinate[] corners = new Coordinate[25];
    for (int i = 0; i < 24; i++) {
      double distance = i % 2 == 0 ? radius : radius / 2.0;
      double angle = i * Math.PI / 12;
      corners[i] =
          new Coordinate(
              x + distance * StrictMath.cos(angle), y + distance * StrictMath.sin(angle));
    }
    corners[24] = corners[0];
    return factory.createPolygon(corners);
  }

  private Geometry triangles(Random random) {
    List<Coordinate> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      points.add(new Coordinate(random.nextInt(1000), random.nextInt(1000)));
    }
    DelaunayTriangulationBuilder builder = new DelaunayTriangulationBuilder();
    builder.setSites(points);
    return builder.getTriangles(factory);
  }
}
