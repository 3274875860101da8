import { unzipSync } from 'fflate';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertAllWithOffice, hasOffice } from '../../../test/helpers/office.ts';
import { createFileInspector } from '../files/inspector.ts';
import { attribute, parseXml } from '../package/xml.ts';
import { BLANK_EXTENSIONS, type BlankKind, createBlank } from './createBlank.ts';

const KINDS: readonly BlankKind[] = ['doc', 'sheet', 'slides', 'sketch'];
const OFFICE_KINDS = ['doc', 'sheet', 'slides'] as const;
const MODULES = { doc: 'writer', sheet: 'calc', slides: 'impress' } as const;
const OPTIONS = { sheetName: 'Überblick & Mehr' };

describe('empty documents', () => {
  it.each(KINDS)('are what their names say: %s', async (kind) => {
    const bytes = await createBlank(kind, OPTIONS);
    const type = await createFileInspector().inspect(bytes, `neu${BLANK_EXTENSIONS[kind]}`);
    expect(type.kind).toBe({ doc: 'document', sheet: 'sheet', slides: 'presentation', sketch: 'sketch' }[kind]);
  });

  it.each(OFFICE_KINDS)('hold well-formed parts, every relation leads to one: %s', async (kind) => {
    const files = unzipSync(await createBlank(kind, OPTIONS));
    let relations = 0;
    for (const [name, bytes] of Object.entries(files)) {
      const base = posix.dirname(posix.dirname(name));
      parseXml(new TextDecoder().decode(bytes), {
        open(tag) {
          if (tag.local !== 'Relationship') return;
          relations += 1;
          const target = attribute(tag, 'Target')!;
          const path = target.startsWith('/') ? target.slice(1) : posix.join(base, target);
          expect(Object.keys(files)).toContain(path);
        },
      });
    }
    expect(relations).toBeGreaterThan(1);
  });

  it('a new workbook has one worksheet of the wanted name', async () => {
    const files = unzipSync(await createBlank('sheet', OPTIONS));
    const names: (string | undefined)[] = [];
    parseXml(new TextDecoder().decode(files['xl/workbook.xml']), {
      open(tag) {
        if (tag.local === 'sheet') names.push(attribute(tag, 'name'));
      },
    });
    expect(names).toEqual(['Überblick & Mehr']);
  });

  it('a sketch is an empty Excalidraw scene', async () => {
    const scene: unknown = JSON.parse(new TextDecoder().decode(await createBlank('sketch', OPTIONS)));
    expect(scene).toMatchObject({ type: 'excalidraw', version: 2, elements: [], files: {} });
  });

  const openable = OFFICE_KINDS.filter((kind) => hasOffice(MODULES[kind]));
  it.skipIf(openable.length === 0)(
    'LibreOffice opens them (skipped where it is not installed)',
    async () => {
      const files = await Promise.all(
        openable.map(async (kind) => ({
          name: `neu-${kind}${BLANK_EXTENSIONS[kind]}`,
          bytes: await createBlank(kind, OPTIONS),
        })),
      );
      const pdfs = await convertAllWithOffice(files, 'pdf');
      expect(pdfs.map((pdf) => pdf.subarray(0, 5).toString('latin1'))).toEqual(openable.map(() => '%PDF-'));
    },
    120_000,
  );
});
