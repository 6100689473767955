package dev.jpgo.agent.options;

/** Writes docs/options.md. */
public final class OptionsDocument {
  private OptionsDocument() {}

  /** The whole page, in Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# Options of the agent\n\n");
    page.append("Written as `-javaagent:jpgo-agent.jar=key=value,key=value`. A comma inside a");
    page.append(" value is written `\\,`. An unknown key or\n");
    page.append("a value that is not allowed is one line on standard error, and the application");
    page.append(" runs without the agent. `true` and `false` are taken for `on` and `off`.\n\n");
    page.append("This page is generated from `dev.jpgo.agent.options.Options`");
    page.append(" (`mvn -pl agent -am test -Djpgo.docs.update=true`).\n\n");
    page.append("| key | value | default | stability | |\n|---|---|---|---|---|\n");
    for (Option<?> option : Options.ALL) {
      row(page, option);
    }
    return page.toString();
  }

  private static void row(StringBuilder page, Option<?> option) {
    page.append("| `").append(option.key()).append("` | ").append(option.type().range());
    if (!option.unit().isEmpty()) {
      page.append(' ').append(option.unit());
    }
    page.append(" | ");
    if (!option.defaultText().isEmpty()) {
      page.append('`').append(option.defaultText()).append('`');
    }
    page.append(" | ").append(option.stability().name().toLowerCase(java.util.Locale.ROOT));
    page.append(" | ").append(option.help()).append(" |\n");
  }
}
