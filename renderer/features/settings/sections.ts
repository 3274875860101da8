import type { useSession } from '../../stores/session.ts';

/** Sections of the settings in their order; the address is /settings/<name>. */
export const SECTIONS = Object.freeze([
  'appearance',
  'detection',
  'terms',
  'detectors',
  'providers',
  'usage',
  'account',
  'keys',
  'desktop',
  'system',
  'users',
  'groups',
  'audit',
  'installation',
  'about',
] as const);
export type Section = (typeof SECTIONS)[number];

/** Sections about the team, for owners and admins. */
export const TEAM_SECTIONS: readonly Section[] = Object.freeze(['users', 'groups', 'audit', 'installation']);

type Who = Pick<ReturnType<typeof useSession>, 'isAdmin' | 'isLocal'>;

/** What the person may see. In local mode there is one account, so nothing about a team; a browser has no shell to set up. */
export function visibleSections(session: Who, hasDesktop: boolean = window.deckname !== undefined): Section[] {
  return SECTIONS.filter((section) => {
    if (section === 'desktop') return hasDesktop;
    if (section === 'detectors' || section === 'providers') return session.isAdmin;
    return !TEAM_SECTIONS.includes(section) || (session.isAdmin && !session.isLocal);
  });
}

/** True for the name of a section. */
export function isSection(value: unknown): value is Section {
  return (SECTIONS as readonly unknown[]).includes(value);
}
