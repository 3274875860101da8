import type { LocationQuery, RouteLocationRaw } from 'vue-router';

/** Views of the workspace beside folders and projects, as they stand in the address. */
export const VIEWS = Object.freeze([
  'projects',
  'shared',
  'recent',
  'starred',
  'trash',
  'inbox',
  'search',
] as const) satisfies readonly string[];
export type ViewName = (typeof VIEWS)[number];

/** Something of the workspace that fills the screen. */
export type Place =
  | { readonly kind: 'files' } // the root of the personal space
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'project'; readonly id: string } // the root of a project
  | { readonly kind: 'trash'; readonly id?: string | undefined } // of a project when it has an id
  | { readonly kind: Exclude<ViewName, 'trash'> };

/** The place an address names; what it does not know is the root of the personal space. */
export function placeOf(params: Readonly<Record<string, unknown>>): Place {
  const { place, id } = params;
  if ((place === 'folder' || place === 'project') && typeof id === 'string' && id !== '') return { kind: place, id };
  if (place === 'trash') return { kind: place, ...(typeof id === 'string' && id !== '' && { id }) };
  const view = VIEWS.find((name) => name === place);
  return { kind: view === undefined || view === 'trash' ? 'files' : view };
}

/** The address of a place. */
export function locationOf(place: Place, query: LocationQuery = {}): RouteLocationRaw {
  const params = {
    place: place.kind === 'files' ? '' : place.kind,
    id: 'id' in place ? (place.id ?? '') : '',
  };
  return { name: 'workspace', params, query };
}

/** The address of a file's viewer. */
export function fileLocation(id: string): RouteLocationRaw {
  return { name: 'workspace-file', params: { id } };
}

export const placeKey = (place: Place): string => ('id' in place ? `${place.kind}/${place.id ?? ''}` : place.kind);

/** The folder, or the root, that a node lies in. */
export function folderOf(node: {
  readonly parentId: string | null;
  readonly projectId: string | null;
}): RouteLocationRaw {
  if (node.parentId !== null) return locationOf({ kind: 'folder', id: node.parentId });
  return locationOf(node.projectId === null ? { kind: 'files' } : { kind: 'project', id: node.projectId });
}
