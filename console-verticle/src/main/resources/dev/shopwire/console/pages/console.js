// The setup token is in the URL's fragment, which browsers neither send to servers nor log.
const token = new URLSearchParams(location.hash.slice(1)).get('setup');
const button = document.getElementById('make');
const answer = document.getElementById('answer');

async function make() {
  button.disabled = true;
  try {
    const response = await fetch('/console/api/setup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const body = await response.json();
    answer.textContent = body.adminToken || body.error;
    history.replaceState(null, '', '/');
  } catch {
    answer.textContent = 'The service did not respond. Try again.';
    button.disabled = false;
  }
}

if (token) {
  document.getElementById('setup').hidden = false;
  button.addEventListener('click', make);
}
