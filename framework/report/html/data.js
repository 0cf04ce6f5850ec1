// SPDX-License-Identifier: Apache-2.0
// The data of the page: columns of all cases at once, the rest of a case in blocks that are opened when it is looked at.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Of bytes at once: a response's own text() takes twice the memory meanwhile, which stays with the page.
async function textOf(id) {
  const script = document.getElementById(id);
  const stream = new Blob([bytesOf(script.textContent)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new TextDecoder().decode(await new Response(stream).arrayBuffer());
}

async function unpacked(id) { return JSON.parse(await textOf(id)); }

// In small letters, each character where it was: the only one whose small letter is longer is given a shorter one.
function lowered(text) { return text.replaceAll('\u0130', 'i').toLowerCase(); }

const linesACase = 3;  // id, prompt, answer

// What the table shows of some cases, and searches. A string a cell would take several times the memory, and the time of a
// collector that copies them.
class Texts {
  constructor(text) { this.text = text; }
  // Where each line ends.
  get ends() {
    if (!this.found) {
      const ends = [];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) ends.push(at);
      this.found = Uint32Array.from(ends);
    }
    return this.found;
  }
  line(n) { return this.text.slice(n > 0 ? this.ends[n - 1] + 1 : 0, this.ends[n]); }

  // Made when somebody turns to the search.
  get small() { return this.lowered ??= lowered(this.text); }

  // Takes from `kept` those of its cases, `first` and following, that lack the word.
  search(word, kept, first) {
    const { ends, small } = this;
    const count = ends.length / linesACase;
    let at = small.indexOf(word);
    for (let i = 0; i < count; ++i) {
      const end = ends[i * linesACase + linesACase - 1];
      if (at < 0 || at > end) kept[first + i] = 0;
      else at = small.indexOf(word, end);
    }
  }
}

class Cases {
  constructor(index, texts) {
    this.index = index;
    this.texts = texts;
    this.count = index.count;
    this.open = { id: '', rows: null };
  }
  coded(column, i) { return this.index[column].names[this.index[column].codes[i]]; }
  name(i) { return this.coded('dataset', i) + '/' + this.index.id[i]; }
  status(i) { return { p: 'pass', m: 'miss', u: 'unmeasured' }[this.index.status[i]]; }
  line(i, n) {
    const { inTexts } = this.index;
    return this.texts[Math.floor(i / inTexts)].line(i % inTexts * linesACase + n);
  }
  prompt(i) { return this.line(i, 1); }
  answer(i) { return this.line(i, 2); }

  at(name) {
    const { id, dataset } = this.index;
    for (let code = 0; code < dataset.names.length; ++code) {
      const before = dataset.names[code] + '/';
      if (!name.startsWith(before)) continue;
      const rest = name.slice(before.length);
      for (let i = id.indexOf(rest); i >= 0; i = id.indexOf(rest, i + 1)) if (dataset.codes[i] === code) return i;
    }
    return undefined;
  }

  prepareSearch() { for (const each of this.texts) void [each.ends, each.small]; }

  // Of each case, whether its texts have all of the words.
  having(words) {
    const kept = new Uint8Array(this.count).fill(1);
    for (const word of words) this.texts.forEach((each, n) => each.search(word, kept, n * this.index.inTexts));
    return kept;
  }

  // The attempts of a case as rows of results.jsonl; null where the page was too long to hold them.
  async details(i) {
    const { details, inBlock } = this.index;
    if (details[i] !== '1') return null;
    if (!this.ordinals) {
      this.ordinals = new Int32Array(this.count);
      for (let each = 0, next = 0; each < this.count; ++each) this.ordinals[each] = details[each] === '1' ? next++ : -1;
    }
    const id = 'block-' + Math.floor(this.ordinals[i] / inBlock);
    if (this.open.id !== id) this.open = { id, rows: await unpacked(id) };
    return this.open.rows[this.ordinals[i] % inBlock];
  }
}
