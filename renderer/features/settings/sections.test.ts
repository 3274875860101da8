import { expect, it } from 'vitest';
import { isSection, TEAM_SECTIONS, visibleSections } from './sections.ts';

it('shows the team to those who manage it, and the shell where there is one', () => {
  const browser = visibleSections({ isAdmin: true, isLocal: false }, false);
  expect(browser).toEqual(expect.arrayContaining([...TEAM_SECTIONS]));
  expect(browser).not.toContain('desktop');
  expect(visibleSections({ isAdmin: false, isLocal: false }, false).some((name) => TEAM_SECTIONS.includes(name))).toBe(
    false,
  );
  expect(visibleSections({ isAdmin: true, isLocal: true }, true).some((name) => TEAM_SECTIONS.includes(name))).toBe(
    false,
  );
  expect(visibleSections({ isAdmin: true, isLocal: true }, true)).toContain('desktop');
});

it.each(['detectors', 'providers'] as const)('shows %s to those who decide over the installation', (section) => {
  expect(visibleSections({ isAdmin: true, isLocal: true }, true)).toContain(section);
  expect(visibleSections({ isAdmin: true, isLocal: false }, false)).toContain(section);
  expect(visibleSections({ isAdmin: false, isLocal: false }, false)).not.toContain(section);
});

it('knows its names', () => {
  expect(isSection('keys')).toBe(true);
  expect(isSection('toString')).toBe(false);
});
