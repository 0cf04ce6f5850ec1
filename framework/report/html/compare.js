// SPDX-License-Identifier: Apache-2.0
// The cases that changed between two runs, group by group. The page's address holds the filters.

const atOnce = 200;

function statusWord(word) { return word ? element('span', { class: 'word ' + word }, word.toUpperCase()) : 'not there'; }

// Both answers are put into the document when they are looked at.
function changedCase(each) {
  const link = '#case=' + encodeURIComponent(each.name).replaceAll('%2F', '/');
  const made = element('details', { class: 'change' }, element('summary', {}, element('strong', {}, line(each.name)), ' ', statusWord(each.statusA), ' \u2192 ',
    statusWord(each.statusB), ` ${each.a} \u2192 ${each.b} `, line(each.note)));
  made.addEventListener('toggle', () => {
    if (!made.open || made.children.length > 1) return;
    const both = each.answerA && each.answerB;
    const [left, right] = both ? difference(each.answerA, each.answerB, pieces) : [block(each.answerA), block(each.answerB)];
    made.append(element('h3', {}, 'Prompt'), block(each.prompt), element('div', { class: 'sides' },
      element('div', {}, element('h3', {}, 'Answer of a'), left), element('div', {}, element('h3', {}, 'Answer of b'), right)),
      element('p', { class: 'soft' }, each.category ? 'category ' : '', line(each.category), ' ', element('a', { href: link }, 'link to this case')));
  });
  return made;
}

// So many at a time.
function listed(cases) {
  const list = element('div', {});
  const more = element('button', { type: 'button' }, '');
  let next = 0;
  const add = () => {
    for (const each of cases.slice(next, next + atOnce)) list.insertBefore(changedCase(each), more);
    next += atOnce;
    more.textContent = `${Math.min(atOnce, cases.length - next)} more of ${cases.length - next}`;
    more.hidden = next >= cases.length;
  };
  list.append(more);
  more.addEventListener('click', add);
  add();
  return list;
}

function groupOf(group, passes) {
  const alone = group.cases.filter(passes);
  const shared = group.shared.map(each => ({ cause: each.cause, cases: each.cases.filter(passes) })).filter(each => each.cases.length);
  const count = alone.length + shared.reduce((sum, each) => sum + each.cases.length, 0);
  if (!count) return { count, nodes: [] };
  return { count, nodes: [element('h3', {}, `${group.title}: ${count}`),
    ...shared.map(each => element('details', { class: 'warn' }, element('summary', {}, element('strong', {}, `${each.cases.length} cases`), ': ', line(each.cause)),
      listed(each.cases))), ...(alone.length ? [listed(alone)] : [])] };
}

async function begin() {
  const place = document.getElementById('cases');
  const { groups, notListed } = await unpacked('changes');
  const all = groups.flatMap(group => [...group.cases, ...group.shared.flatMap(each => each.cases)]);
  const option = ([value, text]) => element('option', { value }, ...(text === '' ? ['(none)'] : shown(text)));
  const choice = (name, label, values) => element('label', {}, label, element('select', { name }, element('option', { value: '' }, 'all'), ...values.map(option)));
  const categories = [...new Set(all.map(each => each.category))].sort();
  const form = element('form', { role: 'search', 'aria-label': 'Filter the cases' },
    element('label', {}, 'Find in case, prompt, answers', element('input', { type: 'search', name: 'q', autocomplete: 'off' })),
    choice('kind', 'What changed', groups.map(group => ['=' + group.word, group.title])),
    categories.length > 1 ? choice('category', 'Category', categories.map(name => ['=' + name, name])) : null,
    element('button', { type: 'reset' }, 'All cases'));
  const said = element('p', { role: 'status' });
  const lists = element('div', {});
  place.append(form, said, lists);

  function show() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const control of form.elements) {
      if (!control.name) continue;
      const value = state.get(control.name);
      const wanted = value === null ? '' : control.localName === 'select' ? '=' + value : value;
      if (control.value !== wanted) control.value = wanted;
    }
    const words = (state.get('q') || '').toLowerCase().split(/\s+/).filter(word => word);
    const category = state.get('category'), kind = state.get('kind'), single = state.get('case');
    const passes = each => {
      if (single !== null && each.name !== single) return false;
      if (category !== null && each.category !== category) return false;
      const text = [each.name, each.prompt, each.answerA, each.answerB].join('\n').toLowerCase();
      return words.every(word => text.includes(word));
    };
    const found = groups.filter(group => kind === null || group.word === kind).map(group => groupOf(group, passes));
    lists.replaceChildren(...found.flatMap(each => each.nodes));
    if (single !== null) for (const each of lists.querySelectorAll('details')) each.open = true;
    const count = found.reduce((sum, each) => sum + each.count, 0);
    said.textContent = `${count.toLocaleString('en')} of ${all.length.toLocaleString('en')} cases`
      + (notListed ? `; ${notListed.toLocaleString('en')} are not on this page` : '');
  }

  function changed() {
    const state = new URLSearchParams();
    for (const [key, value] of new FormData(form)) if (value !== '') state.set(key, value.replace(/^=/, ''));
    history.replaceState(null, '', '#' + state);
    show();
  }
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('input', changed);
  form.addEventListener('reset', () => setTimeout(changed));
  addEventListener('hashchange', show);
  show();
  document.documentElement.dataset.ready = 'yes';
}

begin().catch(fault => {
  document.getElementById('cases').append(element('p', { class: 'warn', role: 'alert' },
    'The cases cannot be shown: ' + fault.message + '. This browser may be too old; assay compare --markdown lists them.'));
});
