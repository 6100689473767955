package dev.jpgo.jmh.workload;

import java.io.IOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Lucene indexes documents in memory, merges what it wrote, and answers queries. */
public final class LuceneWorkload implements Workload {
  private static final int DOCUMENTS = 24;
  private static final int WORDS = 30;
  private static final String[] SYLLABLES = {"ka", "to", "mi", "ren", "sol", "ve", "dra", "lin"};
  private static final String[] QUERIES = {
    "kato",
    "text:miren AND text:solve",
    "\"solve kato\"~4",
    "dra* OR linka",
    "kato~1 -renmi",
    "+text:tomi +(solka vetor)",
    "number:n17 OR number:n3*"
  };

  private final StandardAnalyzer analyzer = new StandardAnalyzer();
  private final String[] texts = new String[DOCUMENTS];

  public LuceneWorkload() {
    int seed = 1;
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0; word < WORDS; word++) {
        seed = seed * 1103515245 + 12345;
        text.append(SYLLABLES[seed >>> 29]).append(SYLLABLES[seed >>> 20 & 7]);
        text.append(word % 10 == 9 ? ". " : " ");
      }
      texts[i] = text.toString();
    }
  }

  @Override
  public long iterate() throws IOException, ParseException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      return search(directory);
    }
  }

  private void index(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StringField("number", "n" + i, Field.Store.YES));
        document.add(new TextField("text", texts[i], Field.Store.YES));
        writer.addDocument(document);
        if (i % 12 == 11) {
          writer.flush();
        }
      }
      writer.forceMerge(1);
    }
  }

  /** Which documents were found, in what order; their scores may differ in the last digit. */
  private long search(Directory directory) throws IOException, ParseException {
    Checksum checksum = new Checksum();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      QueryParser parser = new QueryParser("text", analyzer);
      for (String query : QUERIES) {
        TopDocs found = searcher.search(parser.parse(query), 10);
        checksum.add(found.totalHits.value);
        for (ScoreDoc hit : found.scoreDocs) {
          Document document = searcher.storedFields().document(hit.doc);
          checksum.add(document.get("number"));
        }
      }
    }
    return checksum.value();
  }
}
