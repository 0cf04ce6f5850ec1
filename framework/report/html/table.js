// SPDX-License-Identifier: Apache-2.0
// The table of cases: as many rows in the document as are seen, found by filters that stand in the page's address.

const rowHeight = 28;
const rank = { m: 0, u: 1, p: 2 };
const choices = [['status', 'Status'], ['dataset', 'Dataset'], ['category', 'Category'], ['method', 'Method'],
                 ['ending', 'Ending'], ['risk', 'Risk'], ['tag', 'Tag']];

const dash = '\u2013';

// Of the table, from left to right; `sorts` where its heading does, `needs` where not every run has it.
const columns = [
  { key: 'status', label: 'Status', width: '7.5rem', cell: (cases, i) => cases.status(i).toUpperCase() },
  { key: 'id', label: 'Case', width: 'minmax(8rem, 1.3fr)', sorts: true,
    cell: (cases, i) => element('a', { href: addressOf(cases.name(i)), title: cases.coded('dataset', i) }, line(cases.index.id[i])) },
  { key: 'prompt', label: 'Prompt', width: 'minmax(10rem, 2fr)', cell: (cases, i) => line(cases.prompt(i)) },
  { key: 'answer', label: 'Answer', width: 'minmax(10rem, 2fr)', cell: (cases, i) => element('span', { class: 'mono' }, line(cases.answer(i))) },
  { key: 'method', label: 'Decided by', width: '8rem', sorts: true, cell: (cases, i) => line(cases.coded('method', i)) },
  { key: 'score', label: 'Score', width: '5rem', sorts: true, number: true, cell: (cases, i) => fixed(cases.index.score[i]) },
  { key: 'latency', label: 'ms', width: '5rem', sorts: true, number: true,
    cell: (cases, i) => cases.index.latency[i] === null ? dash : duration(cases.index.latency[i]) },
  { key: 'attempts', label: 'Attempts', width: '7rem', number: true, needs: 'attempts',
    cell: ({ index }, i) => `${index.passes[i]}/${index.attempts[i]}` + (isFlaky(index, i) ? ' flaky' : '') },
  { key: 'rank', label: 'Rank', width: '4.5rem', sorts: true, number: true, needs: 'rank',
    cell: (cases, i) => String(cases.index.rank[i] ?? dash) },
];

function fixed(score) { return score === null ? dash : score.toFixed(2); }
function isFlaky(index, i) { return index.passes[i] > 0 && index.passes[i] < index.measured[i]; }

class Table {
  constructor(cases, place) {
    this.cases = cases;
    this.found = [];
    this.rows = new Map();
    const { index } = cases;
    this.columns = columns.filter(column => !column.needs || index[column.needs]);
    this.form = this.filterForm();
    this.said = element('p', { role: 'status' });
    this.space = element('div', { role: 'none' });
    this.view = element('div', { class: 'view', tabindex: 0, role: 'rowgroup', 'aria-label': 'Rows of cases' }, this.space);
    this.header = element('div', { class: 'head', role: 'rowgroup' });
    this.table = element('div', { role: 'table', 'aria-label': 'Cases', 'aria-colcount': this.columns.length }, this.header, this.view);
    this.table.style.setProperty('--columns', this.columns.map(column => column.width).join(' '));
    place.append(this.form, this.said, element('div', { class: 'cases' }, this.table));
    this.view.addEventListener('scroll', () => this.draw(), { passive: true });
    addEventListener('resize', () => this.draw());
    addEventListener('beforeprint', () => this.draw(200));
    addEventListener('afterprint', () => this.draw());
  }

  names(key) {
    if (key === 'status') return ['miss', 'unmeasured', 'pass'];
    if (key === 'tag') return [...new Set(this.cases.index.tags.names.flat())].sort();
    return [...this.cases.index[key].names].sort();
  }

  filterForm() {
    const search = element('input', { type: 'search', name: 'q', autocomplete: 'off' });
    search.addEventListener('focus', () => this.cases.prepareSearch(), { once: true });
    const form = element('form', { role: 'search', 'aria-label': 'Filter the cases' }, element('label', {}, 'Find in case, prompt, answer', search));
    for (const [key, label] of choices) {
      const names = this.names(key);
      if (names.length < 2) continue;
      form.append(element('label', {}, label, element('select', { name: key }, element('option', { value: '' }, 'all'),
        ...names.map(name => element('option', { value: '=' + name }, ...(name === '' ? ['(none)'] : shown(name)))))));
    }
    form.append(element('label', {}, 'Slower than, ms', element('input', { type: 'number', name: 'slower', min: 0, step: 'any' })));
    if (this.cases.index.attempts)
      form.append(element('label', {}, 'Attempts', element('select', { name: 'flaky' }, element('option', { value: '' }, 'all'),
        element('option', { value: '=yes' }, 'do not agree'))));
    form.append(element('button', { type: 'reset' }, 'All cases'));
    form.addEventListener('submit', event => event.preventDefault());
    form.addEventListener('input', () => this.changed());
    form.addEventListener('reset', () => setTimeout(() => this.changed()));
    return form;
  }

  changed() {
    const state = new URLSearchParams();
    for (const [key, value] of new FormData(this.form)) if (value !== '') state.set(key, value.replace(/^=/, ''));
    if (this.sorted) state.set('sort', this.sorted);
    history.replaceState(null, '', '#' + state);
    this.show(state);
  }

  // Takes the filters from the address.
  show(state) {
    for (const control of this.form.elements) {
      if (!control.name) continue;
      const value = state.get(control.name);
      const wanted = value === null ? '' : control.localName === 'select' ? '=' + value : value;
      if (control.value !== wanted) control.value = wanted;
    }
    this.sorted = state.get('sort') || '';
    this.find(state);
    this.drawHeader();
    this.view.scrollTop = 0;
    this.clear();
    this.draw();
  }

  test(state) {
    const { index } = this.cases;
    const tests = [];
    for (const [key] of choices) {
      const value = state.get(key);
      if (value === null) continue;
      if (key === 'status') tests.push(i => index.status[i] === value[0]);
      else if (key === 'tag') {
        const has = index.tags.names.map(tags => tags.includes(value));
        tests.push(i => has[index.tags.codes[i]]);
      } else {
        const wanted = index[key].names.indexOf(value);
        tests.push(i => index[key].codes[i] === wanted);
      }
    }
    const slower = parseFloat(state.get('slower'));
    if (slower >= 0) tests.push(i => index.latency[i] > slower);
    if (state.get('flaky') === 'yes' && index.attempts) tests.push(i => isFlaky(index, i));
    const words = lowered(state.get('q') || '').split(/\s+/).filter(word => word);
    if (words.length) {
      const has = this.cases.having(words);
      tests.push(i => has[i] === 1);
    }
    return i => tests.every(test => test(i));
  }

  find(state) {
    const { index, count } = this.cases;
    const passes = this.test(state);
    const groups = [[], [], []];
    for (let i = 0; i < count; ++i) if (passes(i)) groups[rank[index.status[i]]].push(i);
    this.found = groups.flat();
    if (this.sorted) this.sort();
    const all = count + index.leftOut + index.notListed;
    const without = (number, words) => number ? `; ${number.toLocaleString('en')} ${words} are not on this page` : '';
    const more = without(index.leftOut, 'that passed') + without(index.notListed, 'that did not pass');
    this.said.textContent = `${this.found.length.toLocaleString('en')} of ${all.toLocaleString('en')} cases${more}`;
  }

  sort() {
    const down = this.sorted.startsWith('-') ? -1 : 1;
    const key = this.sorted.replace(/^-/, '');
    const value = { id: i => this.cases.name(i), method: i => this.cases.coded('method', i), score: i => this.cases.index.score[i],
                    latency: i => this.cases.index.latency[i], rank: i => this.cases.index.rank?.[i] }[key];
    if (!value) return;
    // What has no value comes last, whichever way round.
    this.found.sort((a, b) => {
      const x = value(a) ?? null, y = value(b) ?? null;
      if (x === null || y === null) return (x === null) - (y === null);
      return x < y ? -down : x > y ? down : 0;
    });
  }

  drawHeader() {
    this.header.replaceChildren(element('div', { role: 'row', 'aria-rowindex': 1 }, ...this.columns.map(({ key, label, sorts, number }) => {
      const kind = number ? 'n' : null;
      const now = this.sorted === key ? 'ascending' : this.sorted === '-' + key ? 'descending' : null;
      if (!sorts) return element('div', { role: 'columnheader', class: kind }, label);
      const button = element('button', { type: 'button', 'data-sort': key }, label + (now ? now === 'ascending' ? ' \u25b2' : ' \u25bc' : ''));
      button.addEventListener('click', () => {
        this.sorted = now === 'ascending' ? '-' + key : now === 'descending' ? '' : key;
        this.changed();
        this.header.querySelector(`[data-sort=${key}]`).focus();
      });
      return element('div', { role: 'columnheader', class: kind, 'aria-sort': now || 'none' }, button);
    })));
    this.table.setAttribute('aria-rowcount', this.found.length + 1);
    this.space.style.height = this.found.length * rowHeight + 'px';
  }

  clear() {
    this.space.replaceChildren();
    this.rows.clear();
  }

  // Rows that are in sight, and a few more; for paper the first `most`.
  draw(most = 0) {
    const first = most ? 0 : Math.max(0, Math.floor(this.view.scrollTop / rowHeight) - 10);
    const last = Math.min(this.found.length, most || Math.ceil((this.view.scrollTop + this.view.clientHeight) / rowHeight) + 10);
    if (most) this.space.style.height = last * rowHeight + 'px';
    else this.space.style.height = this.found.length * rowHeight + 'px';
    for (const [at, row] of this.rows)
      if (at < first || at >= last) { row.remove(); this.rows.delete(at); }
    for (let at = first; at < last; ++at) {
      if (this.rows.has(at)) continue;
      const row = this.row(at);
      this.rows.set(at, row);
      let after = at + 1;
      while (after < last && !this.rows.has(after)) ++after;
      this.space.insertBefore(row, this.rows.get(after) || null);
    }
  }

  row(at) {
    const i = this.found[at];
    const row = element('div', { role: 'row', 'aria-rowindex': at + 2 }, ...this.columns.map(column => element('div',
      { role: 'cell', class: column.number ? 'n' : column.key === 'status' ? 'word ' + this.cases.status(i) : null }, column.cell(this.cases, i))));
    row.style.top = at * rowHeight + 'px';
    return row;
  }
}

function duration(ms) { return ms >= 100 ? ms.toFixed(0) : ms.toPrecision(2); }

// The address of a case's page: it keeps the filters, so that the way back leads to the same rows.
function addressOf(name) {
  const state = new URLSearchParams(location.hash.slice(1));
  state.delete('case');
  state.delete('attempt');
  const rest = state.toString();
  return '#case=' + encodeURIComponent(name).replaceAll('%2F', '/') + (rest ? '&' + rest : '');
}
