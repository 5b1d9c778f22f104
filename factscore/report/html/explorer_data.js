// Reading the packed data. A block is the base64 of the gzip of a JSON list of rows; it is
// unpacked when a row of it is asked for, and a few stay unpacked for the rows beside it.

const KEPT_BLOCKS = 8;

function canUnpack() {
  return typeof DecompressionStream === "function";
}

function bytesOf(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function unpack(element) {
  const packed = new Blob([bytesOf(element.textContent)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

class Blocks {
  #elements;
  #firsts;
  #kept = new Map();

  constructor(elements, firsts) {
    this.#elements = elements;
    this.#firsts = firsts;
  }

  get count() {
    return this.#elements.length;
  }

  /** The number of a block's first row. */
  first(block) {
    return this.#firsts[block];
  }

  /** The block that has a row: the last one that does not begin after it. */
  blockOf(number) {
    let low = 0;
    let high = this.#firsts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#firsts[middle] <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A block's rows, for reading through all of them: nothing is kept. */
  rowsOf(block) {
    return this.#kept.get(block) ?? unpack(this.#elements[block]);
  }

  async row(number) {
    const block = this.blockOf(number);
    const rows = await this.#keep(block);
    return rows[number - this.#firsts[block]];
  }

  rows(numbers) {
    return Promise.all(numbers.map((number) => this.row(number)));
  }

  // The promise is kept, so that rows asked for at once unpack their block once.
  #keep(block) {
    const rows = this.#kept.get(block) ?? unpack(this.#elements[block]);
    this.#kept.delete(block);
    this.#kept.set(block, rows);
    if (this.#kept.size > KEPT_BLOCKS) this.#kept.delete(this.#kept.keys().next().value);
    return rows;
  }
}
