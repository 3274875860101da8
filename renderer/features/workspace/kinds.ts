import {
  ChartNoAxesCombined,
  Cloud,
  CodeXml,
  File,
  FileText,
  Flag,
  Folder,
  Heart,
  Image,
  Landmark,
  Lock,
  BriefcaseBusiness,
  NotebookText,
  PencilRuler,
  Presentation,
  ScrollText,
  Star,
  Table2,
  Users,
  Type,
} from '@lucide/vue';
import type { Component } from 'vue';
import type { NodeIcon, NodeKind, WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import type { MessageKey } from '../../i18n/index.ts';

/** How each kind of file looks; `tone` is a color of kinds.css. */
const KINDS = Object.freeze({
  document: { icon: FileText, tone: 'blue' },
  presentation: { icon: Presentation, tone: 'orange' },
  deck: { icon: Presentation, tone: 'orange' },
  sheet: { icon: Table2, tone: 'green' },
  sketch: { icon: PencilRuler, tone: 'purple' },
  text: { icon: Type, tone: 'slate' },
  markdown: { icon: NotebookText, tone: 'slate' },
  code: { icon: CodeXml, tone: 'teal' },
  pdf: { icon: ScrollText, tone: 'red' },
  image: { icon: Image, tone: 'pink' },
} as const) satisfies Readonly<Record<NodeKind, { icon: Component; tone: string }>>;

/** Icons a folder can carry. */
export const FOLDER_ICONS = Object.freeze({
  star: Star,
  team: Users,
  project: BriefcaseBusiness,
  document: FileText,
  image: Image,
  chart: ChartNoAxesCombined,
  money: Landmark,
  lock: Lock,
  code: CodeXml,
  cloud: Cloud,
  flag: Flag,
  heart: Heart,
}) satisfies Readonly<Record<NodeIcon, Component>>;

type Looks = Pick<WorkspaceNode, 'type' | 'kind' | 'color' | 'icon'>;

/** Icon and color of a node. */
export function lookOf({ type, kind, color, icon }: Looks): {
  icon: Component;
  tone: string;
  emblem: Component | null;
} {
  if (type === 'folder') {
    return { icon: Folder, tone: color ?? 'folder', emblem: icon === null ? null : FOLDER_ICONS[icon] };
  }
  return kind === null ? { icon: File, tone: 'slate', emblem: null } : { ...KINDS[kind], emblem: null };
}

/** Name of what a node is. */
export function kindKey({ type, kind }: Pick<WorkspaceNode, 'type' | 'kind'>): MessageKey {
  if (type === 'folder') return 'workspace.kinds.folder';
  return kind === null ? 'workspace.kinds.file' : `workspace.kinds.${kind}`;
}
