// SPDX-License-Identifier: Apache-2.0
// Text from datasets and tools becomes text nodes and nothing else: no element, no attribute that is executed, no
// character that reorders or hides what stands beside it.

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

const hiddenCharacter =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;

// Nodes that show `text`, each character that would not be seen by its number.
function shown(text) {
  const nodes = [];
  let rest = String(text);
  for (let at; (at = rest.search(hiddenCharacter)) >= 0; rest = rest.slice(at + 1)) {
    if (at > 0) nodes.push(document.createTextNode(rest.slice(0, at)));
    const code = rest.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
    const odd = element('span', { class: 'odd', title: 'a character that is not shown' });
    odd.textContent = 'U+' + code;
    nodes.push(odd);
  }
  if (rest) nodes.push(document.createTextNode(rest));
  return nodes;
}

function line(text) { return element('bdi', {}, ...shown(text)); }
function block(text) { return element('pre', { tabindex: 0 }, ...(text === '' ? ['(nothing)'] : shown(text))); }
function code(text) { return element('code', {}, line(text)); }

// A string of a row: bytes that are not UTF-8 stand as base64 there.
function plain(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (typeof value.base64 !== 'string') return JSON.stringify(value);
  return new TextDecoder().decode(bytesOf(value.base64));
}

function quoted(word) { return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'"; }

// The pieces in which two commands are compared: blanks, quoted strings, operators, words.
function pieces(text) { return text.match(/\s+|'[^']*'|"(?:\\[^]|[^"\\])*"|[|&;<>()]+|[^\s'"|&;<>()]+|[^]/g) || []; }

// By the longest common subsequence: for each piece of a and of b, whether the other has it too.
function common(a, b) {
  const most = 1000;
  const x = a.slice(0, most), y = b.slice(0, most), width = y.length + 1;
  const best = new Uint16Array((x.length + 1) * width);
  for (let i = x.length - 1; i >= 0; --i)
    for (let j = y.length - 1; j >= 0; --j)
      best[i * width + j] = x[i] === y[j] ? best[(i + 1) * width + j + 1] + 1
                                          : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
  const inA = new Array(a.length).fill(false), inB = new Array(b.length).fill(false);
  for (let i = 0, j = 0; i < x.length && j < y.length;) {
    if (x[i] === y[j]) inA[i++] = inB[j++] = true;
    else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) ++i;
    else ++j;
  }
  return { inA, inB, same: best[0] };
}

function marked(parts, isCommon, mark) {
  return element('pre', { tabindex: 0 },
    ...parts.flatMap((part, i) => isCommon[i] || !part.trim() ? shown(part) : [element(mark, {}, ...shown(part))]));
}

// Two texts side by side, what only one of them has marked; cut as `split` says.
function difference(accepted, generated, split) {
  const a = split(accepted), b = split(generated);
  const { inA, inB } = common(a, b);
  return [marked(a, inA, 'del'), marked(b, inB, 'ins')];
}

function lines(text) { return text.match(/[^\n]*\n|[^\n]+$/g) || []; }
