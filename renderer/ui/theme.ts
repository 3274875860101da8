export type Theme = 'system' | 'light' | 'dark';

/** Shows a theme, and remembers it for public/theme.js, which applies it before the first paint of the next start. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    localStorage.setItem('deckname.theme', theme);
  } catch {
    // Storage can be switched off; the theme then comes with the settings, a moment later.
  }
}
