// SPDX-License-Identifier: Apache-2.0
// Which of the two is shown, the run or a case, is said by the page's address alone.

async function begin() {
  const overview = document.getElementById('overview'), single = document.getElementById('case');
  const index = await unpacked('index');
  const texts = Array.from({ length: Math.ceil(index.count / index.inTexts) }, (_, n) => textOf('texts-' + n));
  const cases = new Cases(index, (await Promise.all(texts)).map(text => new Texts(text)));
  const decisions = new Decisions(cases.index.run, document.getElementById('cases'));
  const table = new Table(cases, document.getElementById('cases'));
  let turn = 0;

  async function route() {
    const mine = ++turn;
    const state = new URLSearchParams(location.hash.slice(1));
    const name = state.get('case');
    if (name === null) {
      single.hidden = true;
      overview.hidden = false;
      document.title = cases.index.title;
      table.show(state);
      return;
    }
    const i = cases.at(name);
    if (!table.found.length) table.find(state);
    const page = i === undefined ? [element('h1', { tabindex: -1 }, 'No such case on this page'), element('p', {}, line(name)),
                                    element('a', { href: '#' }, 'All cases')]
                                 : await pageOf(i, name, parseInt(state.get('attempt'), 10));
    if (mine !== turn) return;  // another case was asked for meanwhile
    single.replaceChildren(...page);
    overview.hidden = true;
    single.hidden = false;
    document.title = name + ' \u2013 ' + cases.index.title;
    scrollTo(0, 0);
    single.querySelector('h1').focus({ preventScroll: true });
    document.documentElement.dataset.shown = name;
  }

  async function pageOf(i, name, attempt) {
    const found = await cases.details(i);
    const at = table.found.indexOf(i);
    const nameAt = place => place >= 0 && place < table.found.length ? cases.name(table.found[place]) : null;
    const neighbours = at < 0 ? {} : { before: nameAt(at - 1), after: nameAt(at + 1) };
    if (found) return casePage(name, found, neighbours, attempt, decisions);
    return [steps(name, neighbours, [], 0), element('h1', { tabindex: -1 }, line(name)),
            element('p', {}, element('span', { class: 'word ' + cases.status(i) }, cases.status(i).toUpperCase())),
            block(cases.prompt(i)), block(cases.answer(i)),
            element('p', {}, 'The page would have become too large with all of it: results.jsonl beside it has the rest.')];
  }

  addEventListener('hashchange', route);
  await route();
  document.documentElement.dataset.ready = 'yes';
}

begin().catch(fault => {
  document.getElementById('cases').append(element('p', { class: 'warn', role: 'alert' },
    'The cases cannot be shown: ' + fault.message + '. This browser may be too old; results.jsonl has them.'));
});
