// Applies the chosen theme before the first paint, so that a dark window never flashes white. A file of its own because
// the content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem('deckname.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; the system's theme applies then.
}
