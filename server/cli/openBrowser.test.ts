import { describe, expect, it } from 'vitest';
import { browserCommand } from './openBrowser.ts';

const ADDRESS = 'http://127.0.0.1:4310/#launch=token';

describe('opening the browser', () => {
  it('uses the program of the system, the address as one argument', () => {
    expect(browserCommand(ADDRESS, 'darwin', {})).toEqual(['open', ADDRESS]);
    expect(browserCommand(ADDRESS, 'win32', {})?.at(-1)).toBe(ADDRESS);
    expect(browserCommand(ADDRESS, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', ADDRESS]);
  });

  it('does nothing where there is no screen', () => {
    expect(browserCommand(ADDRESS, 'linux', {})).toBeNull();
    expect(browserCommand(ADDRESS, 'linux', { DISPLAY: '' })).toBeNull();
  });
});
