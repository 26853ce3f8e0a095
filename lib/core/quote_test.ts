import { assertEquals } from "@std/assert";
import { insideDouble, insideSingle, quoteAlways, quoteWord, quoteWords } from "./quote.ts";

Deno.test("a word that no shell reads otherwise stays bare", () => {
  for (const word of ["gpt-5.6-sol", "--model=x", "a/b:c@d,e+f", "7", "-x"]) {
    assertEquals(quoteWord(word), word);
  }
});

Deno.test("everything else is quoted", () => {
  assertEquals(quoteWord(""), "''");
  assertEquals(quoteWord("a b"), "'a b'");
  assertEquals(quoteWord("opus[1m]"), "'opus[1m]'");
  assertEquals(quoteWord("~x"), "'~x'");
  assertEquals(quoteWord("=ls"), "'=ls'");
  assertEquals(quoteWord("a\nb"), "'a\nb'");
  assertEquals(quoteWord('$(x) `y` "z" #{w}'), "'$(x) `y` \"z\" #{w}'");
});

Deno.test("the three characters that no quotes hold everywhere stand behind a backslash", () => {
  assertEquals(quoteWord("it's"), `'it'\\''s'`);
  assertEquals(quoteWord("a\\b"), `'a'\\\\'b'`);
  assertEquals(quoteWord("hi!"), `'hi'\\!''`);
});

Deno.test("quotes can be asked for, and words joined", () => {
  assertEquals(quoteAlways("codex"), "'codex'");
  assertEquals(quoteWords(["-p", "a b", ""]), "-p 'a b' ''");
});

Deno.test("inside quotes that stand already, only what would end or expand is written otherwise", () => {
  assertEquals(insideSingle("a b"), "a b");
  assertEquals(insideSingle("a'b"), `a'\\''b`);
  assertEquals(insideDouble("a 'b'"), "a 'b'");
  assertEquals(insideDouble("a$b"), `"'a$b'"`);
});
