// What is seen of items, facts and evidence. Data becomes text nodes and nothing else; the
// names of elements, classes and attributes all stand here in full.

const VERDICTS = {
  supported: { mark: "✓", words: "supported", tone: "good" },
  not_supported: { mark: "✗", words: "not supported", tone: "bad" },
  unscored: { mark: "?", words: "unscored", tone: "soft" },
};
const NUMBERS = [
  ["init_score", "Score before length penalty", percent],
  ["f1_at_k", "F1@K", percent],
  ["partial", "Mean probability of support", percent],
  ["sentences", "Sentences", String],
  ["non_factual", "Sentences without a fact", String],
];

/** An element; children are elements, or text that is shown as it is. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Words of the page's own, for those who hear it. */
function heard(text) {
  return make("span", { class: "heard" }, text);
}

/** Text of the data: no direction mark in it reaches what stands around it. */
function datum(name, text, cls = "") {
  return make(name, { class: `datum ${cls}`.trim(), dir: "auto" }, visible(text));
}

// Control characters show nothing, or worse; each has a picture of its own.
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f]/gu, (character) => (
    character === "\r" ? "" : String.fromCodePoint(0x2400 + character.codePointAt(0))));
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function spaced(name) {
  return name.replaceAll("_", " ");
}

function whole(count) {
  return count.toLocaleString("en");
}

function pieces(found) {
  return found.map(({ text, marked }) => (
    marked ? make("mark", {}, visible(text)) : document.createTextNode(visible(text))));
}

function shownText(name, text, query, cls) {
  const element = datum(name, "", cls);
  element.append(...pieces(markFound(text, query)));
  return element;
}

/** A button that opens the panel after it; `fill(panel)` runs when it first opens. */
function disclosure(button, panel, fill) {
  let filled = false;
  async function open(wanted) {
    button.setAttribute("aria-expanded", String(wanted));
    panel.hidden = !wanted;
    if (!wanted || filled) return;
    filled = true;
    panel.setAttribute("aria-busy", "true");
    try {
      panel.replaceChildren(...await fill());
    } catch (error) {
      filled = false;
      panel.replaceChildren(make("p", { class: "bad" }, unpackFailed(error)));
    }
    panel.removeAttribute("aria-busy");
  }
  button.addEventListener("click", () => open(panel.hidden));
  return open;
}

function unpackFailed(error) {
  return `This part of the file cannot be unpacked (${error.message}); make the report anew.`;
}

// --- An item in the list -------------------------------------------------------------------

function itemButton(index, number) {
  const topic = index.topicOf(number);
  return make(
    "button",
    { type: "button", "aria-expanded": "false", "aria-controls": `item-${number}-body` },
    topic === null
      ? make("span", { class: "topic soft" }, "(no topic)") : datum("span", topic, "topic"),
    heard(", "),
    datum("span", index.modelOf(number), "writer soft"),
    heard(", "),
    itemScore(index, number),
    itemCounts(index, number),
  );
}

function itemScore(index, number) {
  const score = index.value("score", number);
  if (score !== null) return make("span", { class: "score" }, heard("score "), percent(score));
  return make("span", { class: "score soft" }, spaced(index.stateOf(number)));
}

function itemCounts(index, number) {
  const counts = make("span", { class: "counts" });
  const bar = make("span", { class: "bar", "aria-hidden": "true" });
  for (const [label, { mark, words, tone }] of Object.entries(VERDICTS)) {
    const count = index.value(label, number);
    if (!count) continue;
    counts.append(
      heard(`, ${count} ${words}`),
      make("span", { class: tone, "aria-hidden": "true" }, `${mark} ${count}`),
    );
    const part = make("span", { class: `part ${tone}` });
    part.style.flexGrow = count;
    bar.append(part);
  }
  counts.append(bar);
  return counts;
}

/** What an open item shows; `context` is `{setup, state, query, verdict, passages}`. */
function itemBody(number, row, context) {
  const kept = factFilter(context.verdict);
  const texts = (row.parts ?? []).map((part) => stretch(part, row, context, kept));
  const loose = (row.loose ?? []).map((part) => looseFacts(part, row, context, kept));
  const all = [...(row.parts ?? []), ...(row.loose ?? [])].flatMap(([, facts]) => facts);
  const hidden = all.length - all.filter(kept).length;
  return [
    row.detail ? datum("p", row.detail, "soft") : null,
    texts.length ? make("div", { class: "text" }, ...texts)
      : make("p", { class: "soft" }, "The text is empty."),
    ...loose,
    hidden ? make("p", { class: "soft" }, `${whole(hidden)} other ${
      hidden === 1 ? "fact is" : "facts are"} hidden by the filter.`) : null,
    itemFacts(number, row, context),
  ].filter((part) => part !== null);
}

function factFilter(verdict) {
  return (fact) => !verdict || fact.label === verdict || fact.error === verdict;
}

function stretch([text, facts], row, context, kept) {
  const found = facts.filter(kept);
  if (!text.trim() && !found.length) return null;
  return make(
    "div", { class: found.length ? "stretch" : "stretch plain" },
    text.trim() ? shownText("p", text.trim(), context.query) : null,
    found.length ? factList(found, row, context) : null,
  );
}

function looseFacts([sentence, facts], row, context, kept) {
  const found = facts.filter(kept);
  if (!found.length) return null;
  const title = sentence ? "From a sentence that is not in the text as it stands:"
    : "Facts whose place in the text is not known:";
  return make(
    "div", { class: "stretch" },
    make("p", { class: "soft" }, title),
    sentence ? shownText("p", sentence, context.query) : null,
    factList(found, row, context),
  );
}

/** Names with their values; a value is text of the data, or an element. */
function terms(cls, rows) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined);
  return make("dl", { class: cls }, ...shown.flatMap(([name, value]) => [
    datum("dt", name),
    typeof value === "string" ? datum("dd", value) : make("dd", {}, value),
  ]));
}

function itemFacts(number, row, { setup, state }) {
  const numbers = NUMBERS.map(([key, name, show]) => {
    const value = row.numbers?.[key];
    return [name, value === undefined ? null : show(value)];
  });
  return terms("about", [
    ["State", spaced(state)],
    ...numbers,
    ["Judge", setup ? setup.judge : "not recorded"],
    ["Decomposer", setup?.decomposer],
    ["Made by", setup ? `factscore ${setup.version}` : null],
    ...(row.fields ?? []),
    ["Read from", row.source],
    ["Link", make("a", { href: `#item-${number}` }, `item ${number}`)],
  ]);
}

// --- Facts and their evidence --------------------------------------------------------------

let panels = 0;

function factList(facts, row, context) {
  return make("ul", { class: "facts" }, ...facts.map((fact) => factEntry(fact, row, context)));
}

function factEntry(fact, row, context) {
  const { mark, words, tone } = VERDICTS[fact.label];
  const id = `fact-${panels += 1}`;
  const button = make(
    "button", { type: "button", class: `fact ${tone}`, "aria-expanded": "false",
      "aria-controls": id },
    make("span", { class: `verdict ${tone}`, "aria-hidden": "true" }, mark),
    heard(`${words}: `),
    shownText("span", fact.text, context.query, "said"),
  );
  const panel = make("div", { id, class: "panel", hidden: "" });
  disclosure(button, panel, () => factPanel(fact, row, context));
  return make("li", {}, button, panel);
}

async function factPanel(fact, row, context) {
  const evidence = fact.evidence ?? [];
  const used = evidence.filter((_, at) => at % 2 === 0).map((short) => row.passages[short]);
  const passages = await context.passages.rows(used);
  return [factAbout(fact, context), ...evidenceList(fact, passages, evidence)];
}

function factAbout(fact, { setup }) {
  const given = fact.given
    ? [VERDICTS[fact.given].words, fact.given_reason].filter(Boolean).map(spaced).join(", ") : null;
  return terms("about", [
    ["Verdict", VERDICTS[fact.label].words],
    ["Probability of support",
      fact.probability === undefined ? "not given" : percent(fact.probability)],
    ["Reason", fact.reason ? spaced(fact.reason) : null],
    ["Error type", fact.error ? spaced(fact.error) : null],
    ["Judge", setup ? setup.judge : "not recorded"],
    ["Label in the input", given],
    ["Detail", fact.detail],
  ]);
}

function evidenceList(fact, passages, evidence) {
  if (!passages.length) return [make("p", { class: "soft" }, "No evidence is recorded.")];
  const wanted = contentWords(fact.text);
  const entries = passages.map((passage, at) => passageEntry(passage, evidence[2 * at + 1], wanted));
  return [
    make("p", { class: "soft" }, "Evidence, best passage first; ",
      make("mark", {}, "marked"), " are the words of the fact."),
    make("ol", { class: "evidence" }, ...entries),
  ];
}

function passageEntry([title, index, text, store], score, wanted) {
  const quote = make("blockquote", { class: "datum", dir: "auto" });
  quote.append(...pieces(markWords(text, wanted)));
  return make(
    "li", {},
    make("p", { class: "place" },
      title ? datum("cite", title) : "(no title)",
      `, passage ${index}`,
      store ? " of " : null, store ? datum("span", store) : null,
      score === null ? null : make("span", { class: "soft" }, ` · BM25 ${score.toFixed(2)}`)),
    quote,
  );
}
