import { FileLock2, History, MessagesSquare, FolderOpen, Settings, Undo2 } from '@lucide/vue';
import type { Component } from 'vue';

/** The areas of the application in the order of the sidebar. */
export const AREAS = Object.freeze([
  { name: 'anonymize', icon: FileLock2, keys: 'g a' },
  { name: 'history', icon: History, keys: 'g h' },
  { name: 'restore', icon: Undo2, keys: 'g r' },
  { name: 'workspace', icon: FolderOpen, keys: 'g w' },
  { name: 'chat', icon: MessagesSquare, keys: 'g c' },
  { name: 'settings', icon: Settings, keys: 'g s' },
] as const) satisfies readonly { name: string; icon: Component; keys: string }[];
export type Area = (typeof AREAS)[number];

/** The area that a page belongs to, by the name of its route. */
export function areaOfRoute(routeName: unknown): Area['name'] | null {
  if (routeName === 'review') return 'anonymize';
  if (routeName === 'workspace-file') return 'workspace';
  return AREAS.find((area) => area.name === routeName)?.name ?? null;
}
