// The explorer: which items are shown, in which order and on which page.

const PAGE_ITEMS = 50;
const TYPING_MS = 200;
const NAMES = ["model", "state", "verdict", "text", "sort"];

class Explorer {
  #index;
  #items;
  #passages;
  #texts;
  #form = document.getElementById("items-filters");
  #list = document.getElementById("items-list");
  #pages = document.getElementById("items-pages");
  #progress = document.getElementById("items-progress");
  #matches = [];
  #asked = {};
  #page = 0;
  #opened = new Set();
  #open = new Map();
  #run = 0;

  constructor(index, items, passages) {
    this.#index = index;
    this.#items = items;
    this.#passages = passages;
    this.#texts = new Texts(index, items);
    this.#addOptions();
    this.#listen();
  }

  // --- Filters: from the controls and the address, and back into the address.

  #addOptions() {
    const { model, state, verdict } = this.#form.elements;
    addOptions(model, this.#index.models.map((name) => [name, visible(name)]));
    addOptions(state, this.#index.states.map((name) => [name, spaced(name)]));
    const labels = Object.entries(VERDICTS).map(([label, { mark, words }]) => (
      [label, `${mark} ${words}`]));
    const errors = ["contradiction", "retrieval_error", "grounding_error"]
      .filter((error) => this.#index.total(error)).map((error) => [error, `✗ ${spaced(error)}`]);
    addOptions(verdict, [...labels, ...errors]);
  }

  #listen() {
    let typing = 0;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#changed();
    });
    this.#form.addEventListener("reset", () => setTimeout(() => this.#changed()));
    this.#form.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.#changed(), TYPING_MS);
    });
    this.#pages.addEventListener("click", (event) => this.#turn(event.target.dataset.step));
    window.addEventListener("hashchange", () => this.go());
    document.addEventListener("click", (event) => {
      // A second click on a link leaves the address as it is, and still means to go there.
      const link = event.target.closest?.('a[href^="#item-"]');
      if (link && link.getAttribute("href") === location.hash) this.go();
    });
  }

  #read() {
    return Object.fromEntries(NAMES.map((name) => [name, this.#form.elements[name].value]));
  }

  #set(filters) {
    for (const name of NAMES) {
      const control = this.#form.elements[name];
      control.value = filters[name] ?? "";
      // An address may name what this report does not have.
      if (control.selectedIndex === -1) control.value = "";
    }
  }

  async #changed() {
    const filters = this.#read();
    if (NAMES.every((name) => filters[name] === this.#asked[name])) return;
    writeAddress(filters);
    await this.#apply();
  }

  // --- Which items match.

  /** Find what the controls ask for and show its first page; false if that came to nothing. */
  async #apply() {
    const run = this.#run += 1;
    const filters = this.#asked = this.#read();
    const found = await this.#matching(filters, run).catch((error) => fail(unpackFailed(error)));
    // A newer search took over, and ends by itself.
    if (run !== this.#run) return false;
    this.#progress.hidden = true;
    if (!found) return false;
    this.#matches = this.#sorted(found, filters.sort);
    this.#page = 0;
    this.#show();
    this.#announce();
    return true;
  }

  async #matching({ model, state, verdict, text }, run) {
    const has = (number) => (!model || this.#index.modelOf(number) === model)
      && (!state || this.#index.stateOf(number) === state)
      && (!verdict || this.#index.value(verdict, number) > 0);
    const found = [...Array(this.#index.size).keys()].filter(has);
    if (!text.trim()) return found;
    return this.#texts.search(found, text, (share) => {
      this.#progress.hidden = false;
      this.#progress.value = share;
      return run === this.#run;
    });
  }

  #sorted(numbers, sort) {
    if (!sort) return numbers;
    if (sort === "topic") {
      const { compare } = new Intl.Collator();
      const topic = (number) => this.#index.topicOf(number) ?? "";
      return numbers.sort((one, other) => compare(topic(one), topic(other)) || one - other);
    }
    const sign = sort === "low" ? 1 : -1;
    // Items without a score come last either way.
    const key = (number) => {
      const score = this.#index.value("score", number);
      return score === null ? 2 : sign * score;
    };
    return numbers.sort((one, other) => key(one) - key(other) || one - other);
  }

  #announce() {
    const count = this.#matches.length;
    const all = this.#index.size;
    document.getElementById("items-count").textContent = count === all
      ? `${whole(all)} ${all === 1 ? "item" : "items"}`
      : `${whole(count)} of ${whole(all)} items ${count === 1 ? "matches" : "match"}`;
  }

  // --- The page of the list.

  #show() {
    const first = this.#page * PAGE_ITEMS;
    const numbers = this.#matches.slice(first, first + PAGE_ITEMS);
    this.#open.clear();
    this.#list.replaceChildren(...numbers.map((number) => this.#entry(number)));
    this.#list.start = first + 1;
    this.#pages.hidden = this.#matches.length <= PAGE_ITEMS;
    document.getElementById("items-range").textContent =
      `${whole(first + 1)}–${whole(first + numbers.length)} of ${whole(this.#matches.length)}`;
    const [previous, next] = this.#pages.querySelectorAll("button");
    previous.disabled = first === 0;
    next.disabled = first + numbers.length >= this.#matches.length;
  }

  #entry(number) {
    const button = itemButton(this.#index, number);
    const body = make("div", { id: `item-${number}-body`, class: "body", hidden: "" });
    const open = disclosure(button, body, () => this.#body(number));
    this.#open.set(number, open);
    button.addEventListener("click", () => this.#remember(number, !body.hidden));
    if (this.#opened.has(number)) open(true);
    return make("li", { id: `item-${number}` }, make("h3", {}, button), body);
  }

  // An item that was opened is open again when a filter brings it back.
  #remember(number, isOpen) {
    if (isOpen) this.#opened.add(number);
    else this.#opened.delete(number);
  }

  async #body(number) {
    const { text, verdict } = this.#asked;
    const row = await this.#items.row(number);
    return itemBody(number, row, {
      setup: this.#index.setupOf(number),
      state: this.#index.stateOf(number),
      passages: this.#passages,
      query: text.trim(),
      verdict,
    });
  }

  #turn(step) {
    if (!step) return;
    this.#page += Number(step);
    this.#show();
    this.#list.querySelector("button").focus();
    this.#list.scrollIntoView();
  }

  // --- Addresses: `#item-12`, and `#items?model=…` for filters.

  /** Show what the address asks for. */
  async go() {
    const item = /^#item-(\d{1,9})$/u.exec(location.hash);
    if (item && Number(item[1]) < this.#index.size) return this.#goTo(Number(item[1]));
    const filters = readAddress();
    if (filters) this.#set(filters);
    if (filters || !this.#matches.length) await this.#apply();
    if (filters) document.getElementById("items").scrollIntoView();
  }

  async #goTo(number) {
    if (!this.#matches.includes(number)) {
      this.#set({});
      if (!await this.#apply()) return;
    }
    this.#page = Math.floor(this.#matches.indexOf(number) / PAGE_ITEMS);
    this.#opened.add(number);
    this.#show();
    await this.#open.get(number)(true);
    const entry = document.getElementById(`item-${number}`);
    entry.querySelector("button").focus({ preventScroll: true });
    entry.scrollIntoView();
  }
}

function addOptions(select, options) {
  for (const [value, text] of options) select.append(make("option", { value }, text));
}

function readAddress() {
  const [, query] = /^#items\?(.*)$/u.exec(location.hash) ?? [];
  return query === undefined ? null : Object.fromEntries(new URLSearchParams(query));
}

function writeAddress(filters) {
  const set = NAMES.filter((name) => filters[name]).map((name) => [name, filters[name]]);
  const hash = set.length ? `#items?${new URLSearchParams(set)}` : "#items";
  try {
    history.replaceState(null, "", hash);
  } catch (error) {
    // A frame without an address of its own cannot keep filters there; they work all the same.
    if (!(error instanceof DOMException)) throw error;
  }
}

function fail(text) {
  const problem = document.getElementById("items-problem");
  problem.textContent = text;
  problem.hidden = false;
}

async function start() {
  const section = document.getElementById("items");
  const blocks = (kind) => [...section.querySelectorAll(`script[data-block="${kind}"]`)];
  if (!canUnpack()) {
    fail("This browser cannot unpack the items: it has no DecompressionStream. Browsers have"
      + " it from 2023 on; everything above reads without it.");
    return;
  }
  try {
    const index = new Index(await unpack(blocks("index")[0]));
    const items = new Blocks(blocks("items"), index.itemBlocks);
    const passages = new Blocks(blocks("passages"), index.passageBlocks);
    document.getElementById("items-view").hidden = false;
    await new Explorer(index, items, passages).go();
  } catch (error) {
    fail(unpackFailed(error));
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
