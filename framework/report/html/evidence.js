// SPDX-License-Identifier: Apache-2.0
// What a verdict rests on, each kind in its own form.

const evidenceForms = {
  proof(proof) {
    const shownBy = element('table', {}, element('thead', {}, element('tr', {},
      ...['of', 'rule', 'applied to', 'score'].map(name => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...proof.steps.map(step => element('tr', {}, element('td', {}, step.of), element('td', {}, code(plain(step.rule))),
        element('td', {}, code(plain(step.detail))), element('td', { class: 'n' }, step.score.toFixed(2))))));
    return [
      proof.steps.length ? element('div', { class: 'scroll' }, shownBy) : element('p', {}, 'No rule was needed.'),
      element('h3', {}, 'The form that both come to'), block(plain(proof.canonical)),
      ...(proof.assumptions.length ? [element('h3', {}, 'Provided that'),
        element('ul', {}, ...proof.assumptions.map(each => element('li', {}, line(plain(each)))))] : [])];
  },
  counterexample(found) {
    return [element('p', {}, 'In the world ', code(plain(found.world)), ' the two do not do the same:'),
      worldSides(['the accepted command', found.accepted], ['the answer', found.generated]), ...smaller(found), ...elsewhere(found), ...again(found)];
  },
  outcome(found) {
    return [element('p', {}, 'In the world ', code(plain(found.world)), ' this does not hold after the answer:'),
      element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, element('tr', {},
        ...['of', 'wanted', 'got'].map(name => element('th', { scope: 'col' }, name)))),
        element('tbody', {}, ...found.unmet.map(each => element('tr', {}, element('td', {}, line(plain(each.clause))),
          element('td', {}, block(plain(each.wanted))), element('td', {}, block(plain(each.got)))))))),
      worldSides(['the answer', found.generated]), ...again(found)];
  },
  similarity(found) {
    const holds = found.cosine >= found.threshold;
    return [element('p', {}, `cosine ${found.cosine.toFixed(4)} ${holds ? 'reaches' : 'is below'} the threshold ${found.threshold.toFixed(4)} (`,
      line(plain(found.model)), ') ', element('meter', { min: 0, max: 1, low: found.threshold, value: found.cosine, 'aria-label': 'cosine' }))];
  },
  votes(found) {
    return [element('p', {}, `${found.votes.length} votes of `, line(plain(found.model))),
      element('ol', {}, ...found.votes.map(vote => element('li', {}, element('span', { class: 'word' }, vote.outcome), ': ', line(plain(vote.why)))))];
  },
  pattern(found) {
    return [element('p', {}, 'The pattern ', code(plain(found.pattern)), ' matched ', code(plain(found.matched)))];
  },
};

function evidence(value) {
  if (value === '' || value === null || value === undefined) return [];
  const form = typeof value === 'object' && Object.hasOwn(evidenceForms, value.kind) && evidenceForms[value.kind];
  return form ? form(value) : [block(plain(value))];
}

function elsewhere(found) { return found.elsewhere ? found.elsewhere.split('\n').map(note => element('p', {}, line(plain(note)))) : []; }
function smaller(found) { return found.smaller ? [element('p', {}, 'With fewer options: ', line(plain(found.smaller)))] : []; }

function again(found) { return found.again ? [element('p', {}, 'To see it again:'), block(plain(found.again))] : []; }

// What commands did in a world, beside each other: how they ended, what they printed, and the files that they changed.
function worldSides(...sides) {
  const paths = new Map();  // path → words of each side
  sides.forEach(([, did], side) => did.changes.forEach(text => {
    const [, word, name, note] = /^(created|changed|removed) (.*?)(?: (\([^]*\)))?$/.exec(plain(text)) || [null, '', plain(text), ''];
    if (!paths.has(name)) paths.set(name, []);
    paths.get(name)[side] = { word, note };
  }));
  const printed = ['stdout', 'stderr'].filter(stream => sides.some(([, did]) => plain(did[stream]) !== ''));
  const streams = printed.map(stream => {
    const texts = sides.map(([, did]) => plain(did[stream]));
    return [stream, sides.length === 2 && texts.every(text => text) ? difference(...texts, lines) : texts.map(block)];
  });
  return element('div', { class: 'sides' }, ...sides.map(([title, did], side) => element('div', {},
    element('h3', {}, title), element('p', {}, line(plain(did.ending)), printed.length ? null : ', prints nothing', paths.size ? null : ', changes no file'),
    ...(paths.size ? [element('h4', {}, 'files'), tree(paths, side)] : []),
    ...streams.flatMap(([stream, shownAs]) => [element('h4', {}, stream), shownAs[side]]))));
}

const marks = { created: '+', changed: '~', removed: '\u2212' };

// The files that either side changed, folder by folder; those that this side left alone say so.
function tree(paths, side) {
  const root = new Map();
  for (const [path, words] of [...paths].sort(([a], [b]) => a < b ? -1 : 1)) {
    let folder = root;
    const parts = path.split('/').filter((part, i) => part || i === 0);
    parts.forEach((part, i) => {
      if (!folder.has(part)) folder.set(part, { inside: new Map(), did: undefined, named: false });
      const entry = folder.get(part);
      if (i === parts.length - 1) Object.assign(entry, { did: words[side], named: true });
      folder = entry.inside;
    });
  }
  const list = (folder, kind) => element('ul', { class: kind }, ...[...folder].map(([name, entry]) => {
    const { did } = entry;
    const label = did ? element('span', { class: did.word === 'removed' ? 'gone' : 'came' }, `${marks[did.word] || '*'} ${did.word} `, line(name))
      : element('span', { class: entry.named ? 'same' : null }, line(name + (entry.inside.size ? '/' : '')), entry.named ? ' (as it was)' : null);
    return element('li', {}, label, did && did.note ? element('span', { class: 'soft' }, ' ', line(did.note)) : null,
      entry.inside.size ? list(entry.inside) : null);
  }));
  return list(root, 'tree');
}
