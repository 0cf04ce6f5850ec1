// SPDX-License-Identifier: Apache-2.0
// The page of one case: everything that results.jsonl has of it.

function facts(pairs) {
  return element('dl', { class: 'facts' }, ...pairs.filter(([, value]) => value !== null && value !== undefined && value !== '').flatMap(
    ([name, value]) => [element('dt', {}, name), element('dd', {}, value instanceof Node ? value : line(plain(value)))]));
}

function listOf(items) { return element('ul', {}, ...items.map(each => element('li', {}, code(plain(each))))); }

function heading(level, text, ...nodes) { return [element(level, {}, text), ...nodes]; }

// The answer beside the accepted command that is nearest to it, and below that what decided, then the others.
function commands(row, decided) {
  const accepted = row.accepted.map(plain);
  if (row.generated === null || !accepted.length)
    return [...(accepted.length ? heading('h3', 'Accepted', listOf(accepted)) : []),
            ...(row.generated !== null ? heading('h3', 'Answer', block(plain(row.generated))) : []), ...decided];
  const answer = plain(row.generated);
  const words = pieces(answer);
  const distances = accepted.map(each => { const parts = pieces(each); return parts.length + words.length - 2 * common(parts, words).same; });
  const nearest = distances.indexOf(Math.min(...distances));
  const [left, right] = difference(accepted[nearest], answer, pieces);
  const others = accepted.filter((_, i) => i !== nearest);
  return [
    element('div', { class: 'sides' }, element('div', {}, element('h3', {}, others.length ? 'Accepted, the nearest' : 'Accepted'), left),
      element('div', {}, element('h3', {}, 'Answer'), right)),
    ...decided, ...(others.length ? heading('h3', 'Also accepted', listOf(others)) : [])];
}

function retrieval(row) {
  const expected = row.retrieval_expected, got = row.retrieval;
  const isExpected = hit => (expected.expected_chunk_ids.length ? expected.expected_chunk_ids.includes(hit.chunk_id)
                                                                  : expected.expected_doc_ids.includes(hit.doc_id));
  const wanted = facts([['documents', expected.expected_doc_ids.length ? listOf(expected.expected_doc_ids) : null],
    ['chunks', expected.expected_chunk_ids.length ? listOf(expected.expected_chunk_ids) : null],
    ['text with', expected.must_contain.length ? listOf(expected.must_contain) : null],
    ['text without', expected.forbidden.length ? listOf(expected.forbidden) : null],
    ['', row.expect === 'refusal' ? 'a refusal' : null]]);
  if (!got) return heading('h3', 'Expected', wanted);
  const hits = element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, element('tr', {},
    ...['rank', 'document', 'chunk', 'score', ''].map(name => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, ...got.hits.map((hit, i) => element('tr', { class: isExpected(hit) ? 'most' : null }, element('td', { class: 'n' }, String(i + 1)),
      element('td', {}, line(plain(hit.doc_id))), element('td', {}, line(plain(hit.chunk_id))),
      element('td', { class: 'n' }, hit.score === null ? '\u2013' : String(hit.score)), element('td', {}, isExpected(hit) ? 'expected' : ''))))));
  return [...heading('h3', 'Expected', wanted), ...heading('h3', 'Found', got.hits.length ? hits : element('p', {}, 'nothing')),
    ...(got.text !== null ? heading('h3', 'Answer', block(plain(got.text))) : []),
    ...(got.citations.length ? heading('h3', 'Cited', listOf(got.citations.map(each => [each.doc_id, each.chunk_id].filter(id => id).join(' ')))) : [])];
}

// The verdict that made the case a pass or a miss, where it has something to show; undefined: none has.
function decisive(row) {
  const outcome = row.status === 'pass' ? 'match' : 'mismatch';
  const method = plain(row.method);
  return row.verdicts.find(each => plain(each.level) === method && each.outcome === outcome && evidence(each.evidence).length);
}

// That comes before what the levels before it did not find, so that it is in sight.
function decision(row) {
  const found = decisive(row);
  if (!found) return [];
  const about = plain(found.accepted) ? [', about ', code(plain(found.accepted))] : [];
  return heading('h2', 'What decided', element('div', { class: 'decided' },
    element('p', {}, line(plain(found.level)), ...about, ': ', line(plain(found.why))), ...evidence(found.evidence)));
}

function verdict(each, decided) {
  const score = each.outcome === 'match' ? `, score ${each.score.toFixed(2)}` : '';
  const kind = { match: 'pass', mismatch: 'miss' }[each.outcome] || 'unmeasured';
  const said = [element('strong', {}, line(plain(each.level))), ': ', element('span', { class: 'word ' + kind }, each.outcome), score];
  if (each === decided || !evidence(each.evidence).length)
    return element('li', { class: 'brief' }, ...said, ...(plain(each.accepted) ? [' about ', code(plain(each.accepted))] : []),
      ...(plain(each.why) ? [': ', line(plain(each.why))] : []), each === decided ? ' (shown above)' : null);
  return element('li', {}, element('p', {}, ...said),
    plain(each.accepted) ? element('p', {}, 'about ', code(plain(each.accepted))) : null,
    plain(each.why) ? element('p', {}, line(plain(each.why))) : null, ...evidence(each.evidence));
}

function ending(row, files) {
  const ms = value => value === null ? null : duration(value) + ' ms';
  const stream = name => [element('h3', {}, name), block(plain(row[name])),
    files[name] ? element('p', {}, element('a', { href: files[name] }, 'all of it'), ' (a file beside this page)') : null].filter(node => node);
  return [facts([['ending', row.ending], ['detail', row.detail], ['blocked', row.blocked],
      ['exit status', row.exit_code], ['signal', row.signal], ['latency', ms(row.latency_ms)], ['user time', ms(row.user_ms)],
      ['system time', ms(row.system_ms)], ['memory', row.max_rss_kib ? row.max_rss_kib + ' KiB' : null], ['tokens', row.tokens], ['cost', row.cost],
      ['asked again after', row.earlier_tries.length ? listOf(row.earlier_tries.map(each => plain(each.detail))) : null],
      ['output', row.truncated ? 'the tool printed more than was kept' : null],
      ['a person says', row.label === null ? null : row.label ? 'right' : 'wrong'],
      ['command line', row.argv.length ? code(row.argv.map(word => quoted(plain(word))).join(' ')) : null]]),
    ...stream('stdout'), ...stream('stderr')];
}

// What the steps to other cases and attempts need: names of the rows before and after, in the table's order.
function steps(name, neighbours, attempts, shownAttempt) {
  const link = (to, text) => to ? element('a', { href: addressOf(to) }, text) : null;
  const state = new URLSearchParams(location.hash.slice(1));
  state.delete('case');
  state.delete('attempt');
  const nav = element('nav', { class: 'steps', 'aria-label': 'Cases' }, element('a', { href: '#' + state }, 'All cases'),
    link(neighbours.before, '\u2190 case before'), link(neighbours.after, 'next case \u2192'));
  if (attempts.length > 1)
    nav.append('attempts:', ...attempts.map((row, i) => element('a', { href: addressOf(name) + '&attempt=' + row.attempt,
      'aria-current': i === shownAttempt ? 'true' : null }, `${row.attempt} (${row.status})`)));
  return nav;
}

function casePage(name, found, neighbours, attempt, decisions) {
  const { attempts, files } = found;
  let at = attempts.findIndex(row => row.attempt === attempt);
  if (at < 0) at = attempts.length - 1;
  const row = attempts[at];
  const isLast = at === attempts.length - 1;
  const decided = decisive(row);
  const score = row.score === null ? '' : ` (score ${row.score.toFixed(2)}, needs ${row.min_score.toFixed(2)})`;
  return [steps(name, neighbours, attempts, at),
    element('h1', { tabindex: -1 }, line(name)),
    element('p', {}, element('span', { class: 'word ' + row.status }, row.status.toUpperCase()), score, row.method ? ', decided by ' : '', line(plain(row.method)),
      plain(row.why) ? ': ' : '', line(plain(row.why))),
    ...(isLast ? decisions.controls(name, row) : []),
    ...heading('h2', 'Prompt', block(plain(row.prompt))),
    ...(row.retrieval_expected ? [...retrieval(row), ...decision(row)] : commands(row, decision(row))),
    facts([['expects', row.retrieval_expected || row.expect === 'command' ? null : row.expect],
      ['accepted patterns', row.accept_patterns.length ? listOf(row.accept_patterns) : null],
      ['rejected patterns', row.reject_patterns.length ? listOf(row.reject_patterns) : null]]),
    ...heading('h2', 'Verdicts, in the order in which they were asked for', row.verdicts.length
      ? element('ol', { class: 'verdicts' }, ...row.verdicts.map(each => verdict(each, decided))) : element('p', {}, 'None: ', line(plain(row.why)))),
    ...(row.userlands ? heading('h2', 'Under other userlands', element('ul', {}, ...row.userlands.map(each => element('li', {},
      code(plain(each.userland)), ': ', element('span', { class: 'word ' + each.status }, each.status), plain(each.why) ? [': ', line(plain(each.why))] : null)))) : []),
    ...heading('h2', 'How the tool answered', ...ending(row, isLast ? files : {})),
    ...heading('h2', 'The case', facts([['stands at', plain(row.file) + ':' + row.line], ['test', plain(row.dataset) + '.' + plain(row.name)], ['category', row.category],
      ['tags', row.tags.map(plain).join(', ')], ['risk', row.retrieval_expected ? null : row.risk_level], ['question', row.question],
      ['world', row.world], ['asked', row.started_at]]))];
}
