import { describe, expect, it } from 'vitest';
import { usableBounds } from './bounds.ts';
import { LAUNCH_HEADER, withLaunchHeader } from './launchHeader.ts';
import { deepLinkRoute, externalAddress, isOwnAddress } from './navigation.ts';
import { isPermitted } from './permissions.ts';

const ORIGIN = 'http://127.0.0.1:41234';

describe('navigation', () => {
  it('stays on the own origin', () => {
    expect(isOwnAddress(`${ORIGIN}/jobs/1`, ORIGIN)).toBe(true);
    for (const address of [
      'http://127.0.0.1:41235/',
      'http://localhost:41234/',
      'https://127.0.0.1:41234/',
      `http://127.0.0.1:41234@evil.example/`,
      'http://127.0.0.1:41234.evil.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'not an address',
    ]) {
      expect(isOwnAddress(address, ORIGIN), address).toBe(false);
    }
  });

  it('hands only https and mailto to the system', () => {
    expect(externalAddress('https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
    expect(externalAddress('mailto:office@example.org')).toBe('mailto:office@example.org');
    for (const address of [
      'http://example.org/',
      'file:///etc/passwd',
      'smb://host/share',
      'ms-msdt:/id',
      'javascript:alert(1)',
      'https://user:secret@example.org/',
      '\\\\host\\share',
      '',
    ]) {
      expect(externalAddress(address), address).toBeNull();
    }
  });

  it('takes deep links by a strict pattern', () => {
    expect(deepLinkRoute('deckname://restore')).toBe('/restore');
    expect(deepLinkRoute('deckname://settings/')).toBe('/settings');
    expect(deepLinkRoute('deckname://job/0b0f3c52-0f6e-4a3c-9d5e-0a1b2c3d4e5f')).toBe(
      '/jobs/0b0f3c52-0f6e-4a3c-9d5e-0a1b2c3d4e5f',
    );
    for (const link of [
      'deckname://job/../settings',
      'deckname://job/1',
      'deckname://admin',
      'deckname://restore?text=x',
      'deckname://restore#x',
      'deckname:restore',
      'https://restore',
      'deckname://restore/x',
    ]) {
      expect(deepLinkRoute(link), link).toBeNull();
    }
  });
});

describe('permissions', () => {
  it('denies by default and by origin', () => {
    expect(isPermitted('clipboard-sanitized-write', `${ORIGIN}/`, ORIGIN)).toBe(true);
    expect(isPermitted('clipboard-sanitized-write', 'https://evil.example/', ORIGIN)).toBe(false);
    for (const permission of [
      'media',
      'geolocation',
      'clipboard-read',
      'notifications',
      'openExternal',
      'toString',
      '',
    ]) {
      expect(isPermitted(permission, `${ORIGIN}/`, ORIGIN), permission).toBe(false);
    }
  });
});

describe('launch header', () => {
  const own = { origin: ORIGIN, webContentsId: 7, token: 'the-token' };

  it('goes with requests of the own window to the own origin', () => {
    const headers = withLaunchHeader(
      { url: `${ORIGIN}/api/health`, webContentsId: 7, headers: { Accept: '*/*' } },
      own,
    );
    expect(headers).toEqual({ Accept: '*/*', [LAUNCH_HEADER]: 'the-token' });
  });

  it('goes nowhere else, and what the page set is dropped', () => {
    const forged = { 'x-deckname-launch': 'forged' };
    for (const request of [
      { url: 'http://127.0.0.1:41235/', webContentsId: 7 },
      { url: `${ORIGIN}/`, webContentsId: 8 },
      { url: `${ORIGIN}/`, webContentsId: undefined },
      { url: `http://127.0.0.1:41234@evil.example/`, webContentsId: 7 },
    ]) {
      expect(withLaunchHeader({ ...request, headers: forged }, own)).toEqual({});
    }
  });
});

describe('window bounds', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];

  it('keeps bounds that can be reached and forgets others', () => {
    const stored = { x: 100, y: 50, width: 1400, height: 900 };
    expect(usableBounds(stored, screens)).toEqual(stored);
    expect(usableBounds({ ...stored, x: 2500 }, screens)).not.toHaveProperty('x');
    expect(usableBounds({ ...stored, y: -400 }, screens)).not.toHaveProperty('y');
    expect(usableBounds(null, screens)).not.toHaveProperty('x');
  });

  it('never gets smaller than the minimum', () => {
    expect(usableBounds({ x: 0, y: 0, width: 200, height: 100 }, screens)).toMatchObject({ width: 960, height: 640 });
  });
});
