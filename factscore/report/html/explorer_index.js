// What the explorer knows of all items: the index, which is there at once, and their texts,
// which the first search unpacks.

/** What is known of every item without unpacking it: columns, one value an item. */
class Index {
  #data;

  constructor(data) {
    this.#data = data;
    this.size = data.items.model.length;
    this.models = data.models;
    this.states = data.states;
    this.itemBlocks = data.item_blocks;
    this.passageBlocks = data.passage_blocks;
  }

  value(column, number) {
    return this.#data.items[column][number];
  }

  modelOf(number) {
    return this.models[this.value("model", number)];
  }

  stateOf(number) {
    return this.states[this.value("state", number)];
  }

  topicOf(number) {
    return this.#data.topics[this.value("topic", number)] ?? null;
  }

  setupOf(number) {
    return this.#data.setups[this.value("setup", number)] ?? null;
  }

  total(column) {
    return this.#data.items[column].reduce((sum, count) => sum + count, 0);
  }
}

/** Topics, texts and facts of all items, folded; unpacked at the first search and kept. */
class Texts {
  #index;
  #blocks;
  #folded = [];

  constructor(index, blocks) {
    this.#index = index;
    this.#blocks = blocks;
  }

  /** Those of `numbers` that have `query`; `step(done)` is told the share, may say stop. */
  async search(numbers, query, step) {
    const missing = numbers.filter((number) => this.#folded[number] === undefined);
    const blocks = [...new Set(missing.map((number) => this.#blocks.blockOf(number)))];
    for (const [at, block] of blocks.entries()) {
      await this.#read(block);
      if (!step((at + 1) / blocks.length)) return null;
    }
    const wanted = searchable(query);
    return numbers.filter((number) => this.#folded[number].includes(wanted));
  }

  async #read(block) {
    const rows = await this.#blocks.rowsOf(block);
    rows.forEach((row, at) => {
      const number = this.#blocks.first(block) + at;
      this.#folded[number] = this.#piecesOf(number, row).map(searchable).join("\n");
    });
  }

  // What was cut of one text is joined again; nothing is found across two of these pieces, as
  // no query has a line break in it.
  #piecesOf(number, row) {
    const parts = row.parts ?? [];
    const loose = row.loose ?? [];
    const facts = [...parts, ...loose].flatMap(([, found]) => found.map((fact) => fact.text));
    return [
      this.#index.topicOf(number) ?? "",
      parts.map(([text]) => text).join(""),
      ...loose.map(([sentence]) => sentence),
      ...facts,
    ];
  }
}
