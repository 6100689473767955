package dev.jpgo.jmh.workload;

import java.util.ArrayList;
import java.util.List;
import org.stringtemplate.v4.ST;
import org.stringtemplate.v4.STGroup;
import org.stringtemplate.v4.STGroupString;

/** Renders a page with a table, conditionals and nested templates. */
public final class StringTemplateWorkload implements Workload {
  private static final String TEMPLATES =
      """
      page(title, rows) ::= <<
      \\<html>\\<head>\\<title>$title$\\</title>\\</head>
      \\<table>
      $rows:row(); separator="\\n"$
      \\</table>
      $footer(count=length(rows), title=title)$
      \\</html>
      >>
      row(r) ::= <<
        \\<tr>$cell(r.name)$$cell(r.price)$$if(r.available)$$cell("yes")$$else$$cell({no: $r.note$})$$endif$\\</tr>
        $r.tags:{t | \\<li>$i$ $t$\\</li>}; separator=", ", wrap="\\n"$
      >>
      cell(c) ::= "\\<td>$c$\\</td>"
      footer(count, title) ::= "\\<p>$title$ has $count$ rows\\</p>"
      """;

  private final STGroup group = new STGroupString("page", TEMPLATES, '$', '$');
  private final List<Row> rows = new ArrayList<>();

  /** A row of the page, read by reflection on its getters. */
  public static final class Row {
    private final int number;

    Row(int number) {
      this.number = number;
    }

    public String getName() {
      return "article " + number;
    }

    public int getPrice() {
      return number * 37 % 101;
    }

    public boolean isAvailable() {
      return number % 3 != 0;
    }

    public String getNote() {
      return "back in " + number + " days";
    }

    public List<String> getTags() {
      return List.of("tag" + number % 4, "tag" + number % 7);
    }
  }

  public StringTemplateWorkload() {
    for (int i = 0; i < 160; i++) {
      rows.add(new Row(i));
    }
  }

  @Override
  public long iterate() {
    ST page = group.getInstanceOf("page");
    page.add("title", "Articles");
    page.add("rows", rows);
    Checksum checksum = new Checksum();
    checksum.add(page.render(72));
    return checksum.value();
  }
}
