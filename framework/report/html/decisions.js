// SPDX-License-Identifier: Apache-2.0
// What its reader says of misses: kept by the browser, and downloaded as the file that `assay review --apply` takes.

class Decisions {
  constructor(run, place) {
    this.run = run;
    this.key = 'assay-decisions-' + run;
    this.all = new Map(this.stored());
    this.said = element('span', { 'aria-live': 'polite' });
    const download = element('button', { type: 'button' }, 'Download the decisions');
    const forget = element('button', { type: 'button' }, 'Forget them');
    download.addEventListener('click', () => this.download());
    forget.addEventListener('click', () => { this.all.clear(); this.changed(); });
    this.bar = element('p', { class: 'steps warn', id: 'decisions' }, this.said, download, forget,
      element('span', { class: 'soft' }, 'then: ', code('assay review --apply decisions.json')));
    place.append(this.bar);
    this.changed();
  }

  // A browser may keep nothing for files, or what somebody else put there.
  stored() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      return Array.isArray(found) ? found.filter(each => typeof each.case === 'string').map(each => [each.case, each]) : [];
    } catch { return []; }
  }

  changed() {
    try { localStorage.setItem(this.key, JSON.stringify([...this.all.values()])); } catch { /* then they last as long as the page */ }
    this.bar.hidden = this.all.size === 0;
    this.said.textContent = `${this.all.size} decided`;
  }

  file() { return JSON.stringify({ run_id: this.run, decisions: [...this.all.values()] }, null, 1) + '\n'; }

  download() {
    const address = URL.createObjectURL(new Blob([this.file()], { type: 'application/json' }));
    element('a', { href: address, download: 'decisions.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  // What can be decided about a miss that gave a command; nothing about other cases.
  controls(name, row) {
    if (row.status !== 'miss' || typeof row.generated !== 'string' || row.retrieval_expected) return [];
    const reason = element('input', { name: 'reason', autocomplete: 'off' });
    reason.value = this.all.get(name)?.reason || '';
    const buttons = [['accept', 'The answer is right'], ['wrong', 'It is wrong'], ['skip', 'Skip']].map(([decision, text]) => {
      const button = element('button', { type: 'button', 'data-decision': decision }, text);
      button.addEventListener('click', () => {
        if (this.all.get(name)?.decision === decision) this.all.delete(name);
        else this.all.set(name, { case: name, generated: row.generated, decision, ...(reason.value ? { reason: reason.value } : {}) });
        this.changed();
        press();
      });
      return button;
    });
    const press = () => buttons.forEach(each => {
      const is = this.all.get(name)?.decision === each.dataset.decision;
      each.setAttribute('aria-pressed', is);
      each.classList.toggle('most', is);
    });
    reason.addEventListener('input', () => {
      const decided = this.all.get(name);
      if (!decided) return;
      if (reason.value) decided.reason = reason.value; else delete decided.reason;
      this.changed();
    });
    press();
    return [element('div', { class: 'steps', role: 'group', 'aria-label': 'Your decision' }, ...buttons,
      element('label', {}, 'Why, where something speaks against it ', reason))];
  }
}
