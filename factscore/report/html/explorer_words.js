// Words: how texts are compared for the search, and which words of a passage are a fact's.
// A word counts as the judge counts it (factscore.judge.windows.content_words): without case
// and accents, function words aside, by its first six letters; scripts without spaces by
// pairs of characters (factscore.error_types.terms).

const STEM_LETTERS = 6;
const FUNCTION_WORDS = new Set((
  "a about after all also am an and any are as at be been before being but by can could did "
  + "do does during for from had has have he her hers him his how i in into is it its may "
  + "more most no nor not of on one or other our over own s she so some such t than that the "
  + "their them then there these they this those through to under until up was we were what "
  + "when where which while who whom whose why will with would you your"
).split(" "));
const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff"
  + "\\u{20000}-\\u{3ffff}";
const UNSPACED_RUN = new RegExp(`^[${UNSPACED}]`, "u");
// A run without spaces, a number with what stands between its digits, or a word with the
// accents that follow its letters.
const WORD = new RegExp(
  `[${UNSPACED}]+|\\d[\\d,.]*\\d|(?:(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*)+`, "gu");

/** A text without case and accents, as words are compared. */
function fold(text) {
  // Most texts have nothing to take apart, and finding that out is much cheaper.
  if (/^[\0-\x7f]*$/u.test(text)) return text.toLowerCase();
  // A sigma is the same letter at a word's end.
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
}

/** A text as it is searched: folded, and every stretch of white space one space. */
function searchable(text) {
  const folded = fold(text).trim();
  return /\s\s|[^\S ]/u.test(folded) ? folded.replace(/\s+/gu, " ") : folded;
}

function stem(word) {
  if (/^\d/u.test(word)) return word.replaceAll(",", "");
  const folded = fold(word);
  return FUNCTION_WORDS.has(folded) ? "" : [...folded].slice(0, STEM_LETTERS).join("");
}

function pairs(run) {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, at) => characters[at] + character);
}

/** The stems of a text's content words. */
function contentWords(text) {
  const words = text.match(WORD) ?? [];
  const stems = words.flatMap((word) => (UNSPACED_RUN.test(word) ? pairs(word) : [stem(word)]));
  return new Set(stems.filter((word) => word));
}

/** Cut a text into `{text, marked}`: marked are the words whose stems are wanted. */
function markWords(text, wanted) {
  const spans = [];
  for (const match of text.matchAll(WORD)) spans.push(...wantedSpans(match, wanted));
  return cutAt(text, joined(text, spans));
}

function wantedSpans(match, wanted) {
  const [word] = match;
  if (!UNSPACED_RUN.test(word)) {
    const found = wanted.has(stem(word));
    return found ? [{ start: match.index, end: match.index + word.length }] : [];
  }
  let at = match.index;
  return pairs(word).flatMap((pair) => {
    const start = at;
    at += [...pair][0].length;
    return wanted.has(pair) ? [{ start, end: start + pair.length }] : [];
  });
}

// Neighbours make one mark: a name is one thing to see and to hear.
function joined(text, spans) {
  const whole = [];
  for (const span of spans) {
    const last = whole.at(-1);
    if (last && /^\s*$/u.test(text.slice(last.end, span.start))) last.end = span.end;
    else whole.push({ ...span });
  }
  return whole;
}

function cutAt(text, spans) {
  const pieces = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start > at) pieces.push({ text: text.slice(at, start), marked: false });
    pieces.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return pieces;
}

/** Cut a text into `{text, marked}`: marked is what a search for `query` found. */
function markFound(text, query) {
  const wanted = searchable(query);
  if (!wanted) return [{ text, marked: false }];
  const { folded, places } = foldedPlaces(text);
  const words = wanted.split(" ").map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  const spans = [];
  for (const match of folded.matchAll(new RegExp(words.join("\\s+"), "gu"))) {
    const first = places[match.index];
    const last = places[match.index + match[0].length - 1];
    // One character of the text may hold two finds: a ligature, a fraction.
    const start = Math.max(first.start, spans.at(-1)?.end ?? 0);
    if (last.end > start) spans.push({ start, end: last.end });
  }
  return cutAt(text, spans);
}

/** A text folded, and for each unit of that the character it is from, with its accents. */
function foldedPlaces(text) {
  let folded = "";
  const places = [];
  let place = { start: 0, end: 0 };
  for (const character of text) {
    const units = fold(character);
    const start = place.end;
    // What folds to nothing is an accent of the character before it.
    if (units) place = { start, end: start };
    place.end += character.length;
    folded += units;
    for (let unit = 0; unit < units.length; unit += 1) places.push(place);
  }
  return { folded, places };
}
