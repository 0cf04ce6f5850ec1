// SPDX-License-Identifier: Apache-2.0
// The data of the page: columns of all cases at once, the rest of a case in blocks that are opened when it is looked at.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpacked(id) {
  const script = document.getElementById(id);
  const stream = new Blob([bytesOf(script.textContent)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

class Cases {
  constructor(index) {
    this.index = index;
    this.count = index.count;
    this.open = { id: '', rows: null };
  }
  coded(column, i) { return this.index[column].names[this.index[column].codes[i]]; }
  name(i) { return this.coded('dataset', i) + '/' + this.index.id[i]; }
  status(i) { return { p: 'pass', m: 'miss', u: 'unmeasured' }[this.index.status[i]]; }
  at(name) {
    if (!this.places) {
      this.places = new Map();
      for (let i = 0; i < this.count; ++i) this.places.set(this.name(i), i);
    }
    return this.places.get(name);
  }

  // What is searched: made at the first search, or before when there is time.
  text(i) {
    this.texts ??= new Array(this.count);
    return this.texts[i] ??= (this.index.id[i] + '\n' + this.index.prompt[i] + '\n' + this.index.answer[i]).toLowerCase();
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
