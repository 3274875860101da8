/** True where the command key takes the place of Ctrl. */
export function usesCommandKey(platform: string = navigator.platform): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

/** Keys whose print differs from language to language; `ui.keys` has it. */
const NAMED_KEYS = ['Ctrl', 'Shift', 'Escape', 'Delete', 'Backspace'] as const;
type NamedKey = (typeof NAMED_KEYS)[number];
export const isNamedKey = (name: string): name is NamedKey => (NAMED_KEYS as readonly string[]).includes(name);

/** The names of the keys of a shortcut such as `Mod+Shift+Z` or `g a`, as printed on the keys of this platform. */
export function keyNames(shortcut: string, mac: boolean = usesCommandKey()): string[] {
  const special: Readonly<Record<string, string>> = mac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' }
    : { Mod: 'Ctrl', Enter: '↵' };
  const arrows: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' };
  return shortcut
    .split(/[+ ]/)
    .map((key) => special[key] ?? arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** True when the event is typed into a field, where plain letters are text and no shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}

/** True when the event is the shortcut, for example `Mod+K` or `?`. */
export function matchesShortcut(event: KeyboardEvent, shortcut: string, mac: boolean = usesCommandKey()): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('Mod');
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  // A character such as ? already contains its Shift key, whose place differs between keyboards.
  const shiftMatters = key.length > 1 || /[a-z]/i.test(key);
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    mod === wantsMod &&
    !otherMod &&
    event.altKey === parts.includes('Alt') &&
    (!shiftMatters || event.shiftKey === parts.includes('Shift'))
  );
}
