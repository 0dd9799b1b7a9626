/* Shopwire: keeps the code of the first affiliate link for a limited time. */
(function () {
  'use strict';
  if (window.affiliateTrack) return;

  const NAME = 'sw_affiliate';
  const SERVED = NAME + '_served';
  const DAY = 864e5;
  const RETENTION = RETENTION_DAYS * DAY;
  const tag = document.currentScript || document.querySelector('script[src*="/affiliate."]');
  const data = tag ? tag.dataset : {};
  const names = (data.params || '').match(/[^\s,]+/g) || ['mref'];
  const encode = encodeURIComponent;
  const iso = (millis) => new Date(millis).toISOString();
  let granted = data.consent !== 'wait';
  let touch = null;

  // Access to storage may be blocked at any time.
  const attempt = (action) => {
    try {
      return action();
    } catch (e) {
      return null;
    }
  };

  const live = () => (touch && touch.until > Date.now() ? touch : null);

  const clean = (text) => (/^[^\0-\x1f\x7f]{1,200}$/u.exec((text || '').trim()) || [''])[0];

  const fromLink = () => {
    const query = new URLSearchParams(location.search);
    const code = names.map((name) => clean(query.get(name))).find(Boolean);
    const at = Date.now();
    return code ? {code, at, until: at + RETENTION} : null;
  };

  // The cookie and local storage contain <captured>.<expires>.<code>.
  const parse = (value) =>
    attempt(() => {
      const part = /^(\d{13})\.(\d{13})\.(\S{1,2400})$/.exec(value);
      const at = +part[1];
      const until = Math.min(part[2], at + RETENTION);
      const code = clean(decodeURIComponent(part[3]));
      return code && at < Date.now() + DAY && until > Date.now() ? {code, at, until} : null;
    });

  // Cookie domains: the widest first, the host alone last.
  const labels = location.hostname.split('.');
  const domains = labels.map((label, i) => ';domain=' + labels.slice(-i - 1).join('.')).slice(1);
  if (/^[\d.]+$|:/.test(location.hostname)) domains.length = 0;
  domains.push('');

  const bake = (value, age) =>
    domains.some((domain) => {
      const cookie = NAME + '=' + value;
      document.cookie = cookie + ';path=/;samesite=lax;max-age=' + age + domain
        + (location.protocol === 'https:' ? ';secure' : '');
      return age && document.cookie.indexOf(cookie) >= 0;
    });

  const erase = () => {
    attempt(() => bake('', 0));
    attempt(() => {
      localStorage.removeItem(NAME);
      localStorage.removeItem(SERVED);
    });
  };

  const serve = (value) => {
    const done = (answer) => {
      if (!granted) erase();
      else if (answer.ok) attempt(() => localStorage.setItem(SERVED, value));
    };
    fetch(data.endpoint + '?code=' + encode(touch.code) + '&capturedAt=' + iso(touch.at),
      {credentials: 'include', keepalive: true}).then(done, done);
  };

  const sync = () => {
    const baked = attempt(() => document.cookie.split('; ')
      .filter((cookie) => !cookie.indexOf(NAME + '='))
      .map((cookie) => cookie.slice(NAME.length + 1))) || [];
    const kept = attempt(() => localStorage.getItem(NAME));
    touch = baked.concat(kept).map(parse).reduce(
      (first, other) => (!first || (other && other.at < first.at) ? other : first), live()) || fromLink();
    if (!touch) {
      if (kept || baked[0]) erase();
      return;
    }
    const value = touch.at + '.' + touch.until + '.' + encode(touch.code);
    // A correct cookie is kept: rewriting it by script would shorten the life of a server-set one.
    const right = baked[0] && baked.every((other) => other === value);
    if (!right) attempt(() => bake('', 0) || bake(value, Math.ceil((touch.until - Date.now()) / 1e3)));
    attempt(() => localStorage.setItem(NAME, value));
    if (data.endpoint && !(right && attempt(() => localStorage.getItem(SERVED)) === value))
      attempt(() => serve(value));
  };

  window.affiliateTrack = Object.freeze({
    get referralCode() {
      return live() && touch.code;
    },
    get capturedAt() {
      return live() && iso(touch.at);
    },
    get expiresAt() {
      return live() && iso(touch.until);
    },
    consent(given) {
      granted = !!given;
      if (granted) attempt(sync);
      else {
        touch = null;
        erase();
      }
    },
    decorate(url) {
      return attempt(() => {
        const target = new URL(url, document.baseURI);
        if (!live() || !/^https?:$/.test(target.protocol)) return url;
        const own = encode(names[0]) + '=';
        target.search = target.search.slice(1).split('&')
          .filter((pair) => pair && (pair + '=').indexOf(own))
          .concat(own + encode(touch.code)).join('&');
        return target.href;
      }) || url;
    },
  });

  attempt(() => (granted ? sync() : (touch = fromLink())));
})();
