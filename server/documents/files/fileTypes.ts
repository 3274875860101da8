import { ALL_FORMATS, type ContentCheck } from '../../contract/formats.ts';
import type { NodeKind } from '../../contract/workspace/node.ts';

export interface KnownType {
  readonly mimeType: string;
  readonly kind: NodeKind;
  readonly check: ContentCheck;
}

/** Types that may be stored: the kinds of interface 2.3 and their usual formats, by extension. */
export const FILE_TYPES: Readonly<Record<string, KnownType>> = Object.freeze(
  Object.fromEntries(
    ALL_FORMATS.flatMap(({ mimeType, kind, content: check, endings }) =>
      kind === undefined ? [] : endings.map((ending) => [ending, Object.freeze({ mimeType, kind, check })]),
    ),
  ),
);

/**
 * Types that are never stored: what a double click runs, what carries macros, and what a browser or an office program would run as a script.
 */
export const BLOCKED_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[
    'exe',
    'dll',
    'com',
    'scr',
    'sys',
    'msi',
    'msp',
    'cpl',
    'pif',
    'ocx',
    'drv',
    'app',
    'apk',
    'ipa',
    'deb',
    'rpm',
    'dmg',
    'pkg',
  ],
  ...[
    'bat',
    'cmd',
    'ps1',
    'psm1',
    'psd1',
    'vb',
    'vbs',
    'vbe',
    'js',
    'mjs',
    'cjs',
    'jse',
    'ws',
    'wsf',
    'wsc',
    'wsh',
    'hta',
    'sct',
  ],
  ...[
    'sh',
    'bash',
    'zsh',
    'fish',
    'csh',
    'ksh',
    'command',
    'pl',
    'rb',
    'php',
    'phtml',
    'lua',
    'jar',
    'class',
    'appimage',
    'elf',
    'so',
    'bin',
    'run',
  ],
  ...[
    'docm',
    'dotm',
    'xlsm',
    'xltm',
    'xlam',
    'xlsb',
    'xll',
    'pptm',
    'potm',
    'ppam',
    'ppsm',
    'sldm',
    'ade',
    'adp',
    'mdb',
    'accdb',
    'accde',
  ],
  ...['html', 'htm', 'xhtml', 'shtml', 'mht', 'mhtml', 'svg', 'svgz', 'xsl', 'xslt', 'swf', 'chm', 'hlp'],
  ...['lnk', 'url', 'desktop', 'reg', 'inf', 'iso', 'img', 'vhd', 'vhdx', 'gadget', 'msc', 'scf', 'application'],
]);
