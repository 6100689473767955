package dev.jpgo.jmh.workload;

import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.LexerInterpreter;
import org.antlr.v4.runtime.ParserInterpreter;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.antlr.v4.tool.Grammar;

/** Parses a program of a small language by ANTLR's lexer and parser interpreters. */
public final class AntlrWorkload implements Workload {
  private static final String GRAMMAR =
      """
      grammar Small;
      program : function* EOF ;
      function : 'fun' ID '(' (ID (',' ID)*)? ')' block ;
      block : '{' statement* '}' ;
      statement
        : 'let' ID '=' expr ';'
        | 'if' '(' expr ')' block ('else' block)?
        | 'while' '(' expr ')' block
        | 'return' expr? ';'
        | ID '=' expr ';'
        | expr ';'
        ;
      expr
        : expr '(' (expr (',' expr)*)? ')'
        | '-' expr
        | expr ('*' | '/') expr
        | expr ('+' | '-') expr
        | expr ('<' | '>' | '==') expr
        | '(' expr ')'
        | ID
        | INT
        ;
      ID : [a-zA-Z_] [a-zA-Z_0-9]* ;
      INT : [0-9]+ ;
      WS : [ \\t\\r\\n]+ -> skip ;
      """;

  private final Grammar grammar;
  private final String program;

  public AntlrWorkload() throws Exception {
    grammar = new Grammar(GRAMMAR);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      text.append("fun f")
          .append(i)
          .append("(a, b, c) {\n")
          .append("  let x = a * ")
          .append(i)
          .append(" + b / (c - 1) < g(a, b + 2, -c);\n")
          .append("  if (x == 3) { x = f")
          .append(i)
          .append("(x)(1, 2); } else { h(); }\n")
          .append("  while (x < a * b + c) { x = x + 1; let y = x * x - 2 * x + 1; print(y); }\n")
          .append("  return x * (a + b * (c + ")
          .append(i)
          .append("));\n}\n");
    }
    program = text.toString();
  }

  @Override
  public long iterate() {
    LexerInterpreter lexer = grammar.createLexerInterpreter(CharStreams.fromString(program));
    ParserInterpreter parser = grammar.createParserInterpreter(new CommonTokenStream(lexer));
    ParseTree tree = parser.parse(grammar.getRule("program").index);
    Checksum checksum = new Checksum();
    checksum.add(parser.getNumberOfSyntaxErrors());
    add(tree, checksum);
    return checksum.value();
  }

  private static void add(ParseTree tree, Checksum checksum) {
    if (tree instanceof TerminalNode leaf) {
      Token token = leaf.getSymbol();
      checksum.add(token.getType() * 31L + token.getLine());
      checksum.add(token.getText());
      return;
    }
    checksum.add(tree.getChildCount());
    for (int i = 0; i < tree.getChildCount(); i++) {
      add(tree.getChild(i), checksum);
    }
  }
}
