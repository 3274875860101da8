import { describe, expect, it } from 'vitest';
import { keyNames, matchesShortcut } from './keys.ts';

const pressed = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }) as KeyboardEvent;

describe('matchesShortcut', () => {
  it('takes Mod for Ctrl, and for the command key on a Mac', () => {
    expect(matchesShortcut(pressed('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
    expect(matchesShortcut(pressed('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
    expect(matchesShortcut(pressed('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
    expect(matchesShortcut(pressed('k'), 'Mod+K', false)).toBe(false);
  });
  it('tells Shift apart for letters, not for signs that need it on some keyboards only', () => {
    expect(matchesShortcut(pressed('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z', false)).toBe(false);
    expect(matchesShortcut(pressed('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z', false)).toBe(true);
    expect(matchesShortcut(pressed('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchesShortcut(pressed('?'), '?', false)).toBe(true);
    expect(matchesShortcut(pressed('a', { altKey: true }), 'a', false)).toBe(false);
  });
});

it('names keys as they are printed', () => {
  expect(keyNames('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyNames('Mod+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
  expect(keyNames('g a', false)).toEqual(['G', 'A']);
});
