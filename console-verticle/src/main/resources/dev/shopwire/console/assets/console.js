// Adds to pages what needs a script; without it they work all the same. All handlers are on the document, so that
// they also serve what htmx inserts later.
'use strict';

// Links carry their token in the fragment, which browsers neither send to servers nor log.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const tokenField = document.querySelector('[data-from-fragment]');
if (token && tokenField) {
  tokenField.value = token;
  history.replaceState(null, '', location.pathname + location.search);
}

const showScriptedControls = () =>
  document.querySelectorAll('[data-copy][hidden], [data-shortcuts-open][hidden]').forEach((button) => { button.hidden = false; });
showScriptedControls();
document.addEventListener('htmx:afterSettle', showScriptedControls);

// A fault's summary takes the focus, so that it is read first.
document.querySelector('[role="alert"][tabindex]')?.focus();

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.copy) {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand('copy'); // over plain HTTP there is no clipboard
    }
    document.getElementById(button.dataset.copy + '-copied').textContent = 'Copied.';
  } else if (button && 'shortcutsOpen' in button.dataset) {
    document.getElementById('shortcuts').showModal();
  }
});

const GO_MILLIS = 1500;
const EDITABLE = 'input, select, textarea, [contenteditable], dialog[open] *';
let goUntil = 0;

function go(key) {
  goUntil = 0;
  document.querySelector('[data-go="' + key + '"]')?.click();
}

function moveRow(step) {
  const rows = [...document.querySelectorAll('main tbody tr')];
  if (rows.length === 0) return;
  const current = rows.indexOf(document.activeElement?.closest('main tbody tr'));
  const row = rows[Math.min(rows.length - 1, Math.max(0, current < 0 ? 0 : current + step))];
  row.tabIndex = -1;
  (row.querySelector('a[href]') ?? row).focus();
}

const KEYS = {
  '/': () => document.querySelector('main input[type="search"], main form[role="search"] :is(input, select)')?.focus(),
  'g': () => { goUntil = Date.now() + GO_MILLIS; },
  'j': () => moveRow(1),
  'k': () => moveRow(-1),
  '?': () => document.getElementById('shortcuts')?.showModal(),
};

document.addEventListener('keydown', (event) => {
  const isText = event.target.closest(EDITABLE) && event.target.type !== 'checkbox';
  if (document.documentElement.dataset.shortcuts !== 'on' || isText
      || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const pending = Date.now() < goUntil;
  if (pending && 'ocebaws'.includes(event.key)) {
    event.preventDefault();
    go(event.key);
  } else if (Object.hasOwn(KEYS, event.key)) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
