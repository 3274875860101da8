import {
  ClipboardPaste,
  FileSearch,
  FileUp,
  Keyboard,
  Languages,
  LifeBuoy,
  Lock,
  LogOut,
  Monitor,
  Moon,
  Settings2,
  Sun,
  FileText,
  SquarePen,
} from '@lucide/vue';
import { computed, ref, type Component, type ComputedRef } from 'vue';
import { useRouter } from 'vue-router';
import { INTERFACE_LANGUAGE_CODES, INTERFACE_LANGUAGES } from '../../../server/contract/languages.ts';
import { listJobs, type JobSummary } from '../../../server/contract/jobs.ts';
import { call } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';
import { useSession } from '../../stores/session.ts';
import { acceptFiles, acceptText } from '../anonymize/intake.ts';
import { visibleSections } from '../settings/sections.ts';
import { AREAS } from './areas.ts';
import { useFrame } from './store.ts';

/** One line of the command palette. */
export interface Command {
  readonly id: string;
  readonly group: 'go' | 'actions' | 'jobs' | 'settings';
  readonly label: string;
  readonly detail?: string;
  readonly icon: Component;
  readonly keys?: string;
  readonly run: () => unknown;
}

const RECENT_JOBS = 8;

/** Letters without accents and case, so that "Ubersicht" finds "Übersicht". */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Commands whose text contains every word of the query. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const words = searchable(query).split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const text = searchable(`${command.label} ${command.detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Lets the person choose files with the system's dialog and hands them over. */
function chooseFiles(done: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) done(files);
  });
  input.click();
}

/** Everything the palette offers, and a function that loads the recent documents anew. */
export function useCommands(): { commands: ComputedRef<Command[]>; refresh: () => Promise<void> } {
  const { t, d } = useText();
  const router = useRouter();
  const session = useSession();
  const frame = useFrame();
  const jobs = ref<JobSummary[]>([]);

  async function refresh(): Promise<void> {
    try {
      jobs.value = (await call(listJobs, { query: { limit: RECENT_JOBS } })).jobs;
    } catch {
      // The other commands work without the list.
      jobs.value = [];
    }
  }
  const go = (name: string) => router.push({ name });

  async function pasteText(): Promise<void> {
    const text = await navigator.clipboard.readText();
    if (text.trim() !== '') acceptText(text);
    await go('anonymize');
  }

  const navigation = computed<Command[]>(() =>
    AREAS.map((area) => ({
      id: `go.${area.name}`,
      group: 'go',
      label: t(`frame.areas.${area.name}`),
      icon: area.icon,
      keys: area.keys,
      run: () => go(area.name),
    })),
  );
  const actions = computed<Command[]>(() => [
    {
      id: 'files',
      group: 'actions',
      label: t('frame.palette.chooseFiles'),
      icon: FileUp,
      run: () => {
        chooseFiles((files) => {
          acceptFiles(files);
          void go('anonymize');
        });
      },
    },
    {
      id: 'search-files',
      group: 'actions',
      label: t('workspace.palette.search'),
      icon: FileSearch,
      run: () => router.push({ name: 'workspace', query: { focus: 'search' } }),
    },
    {
      id: 'chat-new',
      group: 'actions',
      label: t('chat.palette.new'),
      icon: SquarePen,
      run: () => router.push({ name: 'chat' }),
    },
    { id: 'paste', group: 'actions', label: t('frame.palette.paste'), icon: ClipboardPaste, run: pasteText },
    ...(['light', 'dark', 'system'] as const).map((theme): Command => ({
      id: `theme.${theme}`,
      group: 'actions',
      label: t('frame.palette.theme', { theme: t(`settings.appearance.themes.${theme}`) }),
      icon: { light: Sun, dark: Moon, system: Monitor }[theme],
      run: () => session.updateSettings({ theme }),
    })),
    ...INTERFACE_LANGUAGE_CODES.map((language): Command => ({
      id: `language.${language}`,
      group: 'actions',
      label: t('frame.palette.language', { language: INTERFACE_LANGUAGES[language] }),
      icon: Languages,
      run: () => session.updateSettings({ interfaceLanguage: language }),
    })),
    {
      id: 'shortcuts',
      group: 'actions',
      label: t('frame.shortcuts.title'),
      icon: Keyboard,
      keys: '?',
      run: () => {
        frame.shortcutsOpen = true;
      },
    },
    { id: 'welcome', group: 'actions', label: t('frame.account.welcome'), icon: LifeBuoy, run: () => go('welcome') },
    ...(session.account?.appLock
      ? [
          {
            id: 'lock',
            group: 'actions',
            label: t('frame.account.lock'),
            icon: Lock,
            run: () => session.lockApp(),
          } satisfies Command,
        ]
      : []),
    ...(session.isLocal
      ? []
      : [
          {
            id: 'logout',
            group: 'actions',
            label: t('frame.account.logOut'),
            icon: LogOut,
            run: async () => {
              await session.logOut();
              await go('login');
            },
          } satisfies Command,
        ]),
  ]);
  const recent = computed<Command[]>(() =>
    jobs.value.map((job) => ({
      id: `job.${job.job_id}`,
      group: 'jobs',
      label: job.filename,
      detail: d(job.created_at),
      icon: FileText,
      run: () => router.push({ name: 'review', params: { id: job.job_id } }),
    })),
  );
  const settings = computed<Command[]>(() =>
    visibleSections(session).map((section) => ({
      id: `settings.${section}`,
      group: 'settings',
      label: t(`settings.sections.${section}`),
      detail: t('frame.areas.settings'),
      icon: Settings2,
      run: () => router.push({ name: 'settings', params: { section } }),
    })),
  );
  return {
    commands: computed(() => [...navigation.value, ...actions.value, ...recent.value, ...settings.value]),
    refresh,
  };
}
