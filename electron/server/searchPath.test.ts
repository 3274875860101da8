import { describe, expect, it } from 'vitest';
import { searchPath } from './searchPath.ts';

describe('where installed programs are looked for', () => {
  it('is the path of the system, with the folders of package managers behind it', () => {
    expect(searchPath('/usr/bin:/bin', 'linux')).toBe('/usr/bin:/bin');
    expect(searchPath('/usr/bin', 'darwin')).toBe('/usr/bin:/opt/homebrew/bin:/usr/local/bin:/opt/local/bin');
    expect(searchPath('C:\\Windows', 'win32')).toBe('C:\\Windows;C:\\Program Files\\Tesseract-OCR');
    expect(searchPath(undefined, 'linux')).toBe('');
  });
});
