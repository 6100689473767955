package dev.jpgo.cli.common;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into a resource. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    }
    return new String[] {
      "jpgo " + properties.getProperty("version", "(unknown version)"),
      "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
    };
  }
}
