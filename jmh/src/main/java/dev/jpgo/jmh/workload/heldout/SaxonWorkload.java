package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;

/** A style sheet groups, sorts and formats the orders of a document. */
public final class SaxonWorkload implements Workload {
  private static final int ORDERS = 150;
  private static final String STYLE_SHEET =
      """
      <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
        <xsl:output method="html" indent="no"/>
        <xsl:template match="/orders">
          <html><body>
            <xsl:for-each-group select="order" group-by="@city">
              <xsl:sort select="sum(current-group()/line/(@price * @pieces))" order="descending"/>
              <h1><xsl:value-of select="upper-case(current-grouping-key())"/></h1>
              <table><xsl:apply-templates select="current-group()[line]"/></table>
            </xsl:for-each-group>
          </body></html>
        </xsl:template>
        <xsl:template match="order">
          <xsl:variable name="total" select="sum(line/(@price * @pieces))"/>
          <tr class="{if (position() mod 2 = 0) then 'even' else 'odd'}">
            <td><xsl:value-of select="@number"/></td>
            <td><xsl:value-of select="string-join(line/substring(@name, 1, 6), ', ')"/></td>
            <td><xsl:value-of select="format-number($total, '#,##0.00')"/></td>
            <xsl:if test="contains(note, 'gift')"><td><xsl:value-of select="note"/></td></xsl:if>
          </tr>
        </xsl:template>
      </xsl:stylesheet>
      """;

  private final XsltExecutable styleSheet;
  private final XdmNode document;
  private final Processor processor = new Processor(false);

  public SaxonWorkload() throws SaxonApiException {
    styleSheet =
        processor.newXsltCompiler().compile(new StreamSource(new StringReader(STYLE_SHEET)));
    document = processor.newDocumentBuilder().build(new StreamSource(new StringReader(orders())));
  }

  private static String orders() {
    StringBuilder xml = new StringBuilder("<orders>");
    for (int i = 0; i < ORDERS; i++) {
      xml.append("<order number='").append(i).append("' city='city ").append(i % 11).append("'>");
      for (int line = 0; line <= i % 4; line++) {
        xml.append("<line name='article ").append(i * 31 % 97).append("' price='");
        xml.append(i * 37 % 101 + 1).append(".50' pieces='").append(line + 1).append("'/>");
      }
      xml.append("<note>").append(i % 3 == 0 ? "a gift" : "to the door").append("</note></order>");
    }
    return xml.append("</orders>").toString();
  }

  @Override
  public long iterate() throws SaxonApiException {
    StringWriter page = new StringWriter();
    Xslt30Transformer transformer = styleSheet.load30();
    transformer.applyTemplates(document, processor.newSerializer(page));
    Checksum checksum = new Checksum();
    checksum.add(page.toString());
    return checksum.value();
  }
}
