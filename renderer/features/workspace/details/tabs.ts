import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';

export type DetailsTab = 'info' | 'sharing' | 'versions' | 'comments' | 'activity' | 'agents';

/** What there is to see of a node: folders have no versions and comments, and only owners set what agents may do. */
export function tabsOf({ type, role, trashedAt }: Pick<WorkspaceNode, 'type' | 'role' | 'trashedAt'>): DetailsTab[] {
  const isFile = type === 'file';
  const isActive = trashedAt === null;
  return [
    'info',
    ...(isActive ? (['sharing'] as const) : []),
    ...(isFile ? (['versions', 'comments'] as const) : []),
    'activity',
    ...(isActive && role === 'owner' ? (['agents'] as const) : []),
  ];
}
