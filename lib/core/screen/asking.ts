/**
 * The forms in which a line asks for a key, a choice or a secret, and not for a text.
 *
 * @module
 */

/** A choice in brackets at a line's end: `[Y/n]`, `(yes/no/[fingerprint])?`, `[y,n,q,a,d,e,?]?`. */
const BRACKETED = /[[(<{]([^()<>{}]{1,60})[\])>}]\s*[?:.…>»›]*$/;
/** Words in which the first letter is the key: `[A]bort, [R]etry`, `(y)es/(n)o`. */
const KEYED = /[[(<](\w)[\])>]\w*/g;
/** The key behind its word: `Accept (a), reject (r)`. */
const KEY_BEHIND = /\p{L}[\p{L}-]*\s+[[(<]\w[\])>]/gu;
/** `Type y to accept`, `enter "yes" to continue`. */
const TYPE_YES =
  /\b(?:type|enter|say|write|answer|press|hit)\s+(\W?)(?:y|yes|n|no)\W?\s+(?:to|for|if)\b/i;
/** `1) yes 2) no`, in one line. */
const NUMBERED = /(?:^|\s)[[(]?1[).\]:]\s*\S.*\s[[(]?2[).\]:]\s*\S.*[?:>]$/;
/** A word that asks for a yes, with a colon. */
const YES_COLON = /^(?:confirm|continue|proceed|overwrite|approve|accept|allow|abort|retry)\s*:$/i;
/** Without brackets: `y/n`, `no / yes`, `Y or N`. */
const BARE =
  /(?:^|[\s:?])(?:y(?:es)?\s*(?:[/|,]|or)\s*no?|no?\s*(?:[/|,]|or)\s*y(?:es)?)\s*[?:>]*$/i;
const YES_NO = /^(?:y|n|yes|no)$/i;

const ANY_KEY = [
  /\bany key\b/i,
  /\b(?:press|hit|push|strike)\s+(?:the\s+)?[<[('"]?(?:enter|return|space(?:bar)?|esc(?:ape)?|q|⏎|↵)[>\])'"]?(?:\s+key)?\s*(?:[.:…]*$|(?:\S+\s+){0,3}to\s+(?:continue|proceed|go|start|begin|exit|quit|close|return|finish|dismiss|resume|accept|confirm|select|choose|open|skip|abort|cancel|retry)\b)/i,
  /\b(?:enter|return|↵|⏎)\s+(?:to\s+)?(?:confirm|select|continue|choose|approve|accept)\b/i,
  /^\W*-{0,3}\s*\(?(?:more|end)\)?\s*-{0,3}(?:\s*\(\d+%\))?\W*$/i,
  /--\s*more\s*--/i,
  /^lines \d+-\d+/,
];
/** Only where the words stand in capitals or between marks: `More` alone is a word of any text. */
const MORE_ALONE = /^\s*(?:more|end)\s*$/i;

const SECRET =
  /\b(?:password|passphrase|passcode|passwort|pin|otp|verification code|one-time (?:code|password)|authenticat(?:or|ion) code|api[ -]?key|access token|secret(?: key)?)\b.{0,80}[:?]\s*$/i;
const LOGIN = /(?:^|\s)(?:login|username for .{1,80}):\s*$/i;

/** A choice by number or name: `#?`, `Enter your choice [1-4]:`, `Select an option >`. */
const CHOOSE =
  /(?:^#\?|\b(?:choose|choice|select|selection|option|pick|enter (?:a |the |your )?number)\b.{0,60}[:>?\])])\s*$/i;
const GIT_MENU = /^(?:What now|Update|Revert|Add untracked|Patch update|Select items to delete)>+$/;

/** What asks for a text, though it ends in a question mark. */
const WANTS_TEXT =
  /\b(?:what|which|who|whom|whose|where|when|why|how|your|enter|type|describe|task|prompt|message|query|input|command|text|name|anything|something|request|instruction|topic|goal|help)\b/i;
/** One word that asks for a yes. */
const WANTS_YES =
  /^(?:continue|proceed|overwrite|replace|remove|delete|install|upgrade|abort|retry|quit|exit|save|discard|apply|accept|allow|approve|confirm|ok|okay|sure|ready|really|trust|merge|push|reboot|restart|reset|erase|correct)\W*$/i;

/** Whether a line wants one of a few keys or words, a key as such, or a secret. */
export function asksForKey(line: string): boolean {
  const text = line.trim();
  if (text === "" || MORE_ALONE.test(text)) return false;
  return ANY_KEY.some((form) => form.test(text)) || SECRET.test(text) || LOGIN.test(text) ||
    BARE.test(text) || TYPE_YES.test(text) || NUMBERED.test(text) || YES_COLON.test(text) ||
    isKeyed(text) || isBracketed(text) || CHOOSE.test(text) ||
    GIT_MENU.test(text);
}

/**
 * Whether a line that ends at the cursor is a question for a yes or a no. Most that end in a question
 * mark are; what asks for a name or a task wants a text.
 */
export function asksForYes(line: string): boolean {
  const text = line.trim().replace(/^[?❓]\s+/u, "");
  if (!/[\p{L}].*\?\s*[>›»:]?$/u.test(text)) return false;
  const sentence = (text.split(/[.!;]\s+/).at(-1) ?? "").replace(/\s*[>›»:]$/, "");
  if (WANTS_TEXT.test(sentence)) return false;
  return /\p{L}\S*\s+\S/u.test(sentence) || WANTS_YES.test(sentence);
}

/** Two keys at least, or one that is a yes or a no: `[y]es, [n]o, [A]ll`. */
function isKeyed(text: string): boolean {
  const keys = [...text.matchAll(KEYED)].map(([whole, key]) => ({ whole, key: key ?? "" }));
  const words = keys.filter(({ whole }) => whole.length > 3 || /\d/.test(whole));
  if ((text.match(KEY_BEHIND)?.length ?? 0) >= 2 && /[?:>)\]]$/.test(text)) return true;
  return words.length >= 2 &&
    (/[?:>)\]]\s*$/.test(text) || words.some(({ key }) => YES_NO.test(key)));
}

function isBracketed(text: string): boolean {
  const inner = BRACKETED.exec(text.replace(/[[(]([^\][()]+)[\])](?=[^[(]*[\])])/, "$1"))?.[1] ??
    BRACKETED.exec(text)?.[1];
  if (inner === undefined) return false;
  const bare = inner.replaceAll(/[[\]]/g, "").trim().replace(/^default\s*[:=]?\s*/i, "");
  if (YES_NO.test(bare) || /^y\/?n/i.test(bare) && bare.length <= 8) return true;
  // `[y to quit]` says how to leave a prompt.
  if (/^\S+ to \S+$/i.test(bare)) return false;
  const words = bare.split(/\s*[/,|]\s*|\s+or\s+|\s+/).filter((word) => word !== "");
  if (words.length < 2 || words.some((word) => word.length > 14)) return false;
  if (words.some((word) => YES_NO.test(word))) return true;
  const asks = /\?/.test(text) || /\b(?:choose|choice|select|option|pick|enter)\b/i.test(text);
  return asks && words.every((word) => /^[\w?!+*#-]{1,12}$/.test(word)) && /[/,|]/.test(bare);
}
