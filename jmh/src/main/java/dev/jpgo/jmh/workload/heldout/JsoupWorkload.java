package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

/** A page of untidy HTML is parsed, searched by selectors, changed, cleaned and written again. */
public final class JsoupWorkload implements Workload {
  private static final int ARTICLES = 60;

  private final String page = page();

  private static String page() {
    StringBuilder html = new StringBuilder("<title>News &amp; more</title><ul>");
    for (int i = 0; i < ARTICLES; i++) {
      html.append("<li class='article ").append(i % 3 == 0 ? "front" : "inner");
      html.append("' data-id=").append(i).append("><h2>Title &quot;").append(i * 7919 % 1000);
      html.append("&quot;</h2><p onclick='track(").append(i).append(")'>Some <b>bold <i>text</b>");
      html.append(" with &eacute;t&eacute; and <a href='/page/").append(i).append("?a=1&b=2'>more");
      html.append("</a><br>and a <span style=\"color: red\">last line<script>x < y</script>");
    }
    return html.append("</ul>").toString();
  }

  @Override
  public long iterate() {
    Checksum checksum = new Checksum();
    Document document = Jsoup.parse(page, "https://example.com/");
    for (Element article : document.select("li.article[data-id] > p:has(a[href*=page])")) {
      checksum.add(article.text());
      checksum.add(article.select("a").attr("abs:href"));
      article.addClass("seen").attr("title", article.ownText());
    }
    checksum.add(document.select("ul li.front h2:contains(7)").size());
    checksum.add(document.outerHtml());
    checksum.add(Jsoup.clean(page, Safelist.basic()));
    return checksum.value();
  }
}
