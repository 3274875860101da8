import { describe, expect, it } from 'vitest';
import { commandFor, SHORTCUTS, type KeyStroke } from './keys.ts';

const stroke = (key: string, modifiers: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('commandFor', () => {
  it('reads plain, shifted and control keys', () => {
    expect(commandFor(stroke('j'))).toBe('next');
    expect(commandFor(stroke('A', { shiftKey: true }))).toBe('acceptAll');
    expect(commandFor(stroke('z', { ctrlKey: true }))).toBe('undo');
    expect(commandFor(stroke('Z', { metaKey: true, shiftKey: true }))).toBe('redo');
    expect(commandFor(stroke('/', { shiftKey: true }))).toBe('search');
  });
  it('leaves other keys alone', () => {
    expect(commandFor(stroke('c', { ctrlKey: true }))).toBeNull();
    expect(commandFor(stroke('a', { altKey: true }))).toBeNull();
    expect(commandFor(stroke('x'))).toBeNull();
  });
  it('does what the help says', () => {
    const keys: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp' };
    for (const [command, combinations] of SHORTCUTS) {
      for (const combination of combinations) {
        const key = combination.at(-1)!;
        const shiftKey = combination.includes('⇧');
        expect(commandFor(stroke(keys[key] ?? key, { ctrlKey: combination.includes('Ctrl'), shiftKey }))).toBe(command);
      }
    }
  });
});
