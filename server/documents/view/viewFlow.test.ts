import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextRun, ViewBlock } from '../../contract/documentView.ts';
import { identify } from '../identify/identify.ts';
import { openFormat } from '../inPlace/formats.ts';
import { viewFlow } from './viewFlow.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'documents', 'flow', name));
const { signal } = new AbortController();

async function built(name: string, bytes: Uint8Array) {
  const format = await identify(bytes, name);
  const { text } = await (await openFormat(format)).read(bytes, { signal });
  return { text, view: await viewFlow({ bytes, format, name, text, layout: null }) };
}
const runsOf = (block: ViewBlock): readonly TextRun[] => {
  if (block.kind === 'row') return block.cells.flatMap(({ blocks }) => blocks.flatMap(runsOf));
  return 'runs' in block ? block.runs : [];
};

/** Each block in one line: what it is, its looks, its text with the looks of its runs. */
async function shown(name: string, source: Uint8Array | string): Promise<string[]> {
  const { text, view } = await built(name, typeof source === 'string' ? Buffer.from(source) : source);
  const written = (runs: readonly TextRun[]) =>
    runs
      .map(({ start, end, ...look }) => {
        const looks = Object.entries(look).map(([key, value]) => (value === true ? key : `${key}=${value}`));
        return (looks.length > 0 ? `<${looks.join(' ')}>` : '') + text.slice(start, end);
      })
      .join('|');
  return view!.contents.flatMap((content) => {
    if (content.kind === 'rows') {
      return content.cells.map(
        ({ row, column, runs, ...look }) => `${row}/${column} ${JSON.stringify(look)} ${written(runs)}`,
      );
    }
    if (content.kind !== 'flow') return [];
    return content.blocks.map((block) => {
      if (block.kind === 'row') {
        const cells = block.cells.map(({ blocks }) => blocks.map((each) => written(runsOf(each))).join(' / '));
        return `row${block.plain === true ? ' plain' : ''}: ${cells.join(' || ')}`;
      }
      const { kind, ...rest } = block;
      const looks = Object.entries(rest).filter(([key]) => key !== 'runs');
      return `${[kind, ...looks.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)].join(' ')}: ${written(runsOf(block))}`;
    });
  });
}

describe('what documents look like that are text', () => {
  it.each(['letter.html', 'letter.rtf', 'mail.eml', 'message.msg', 'notes.md', 'files.zip', 'table.csv'])(
    'shows stretches of the text, each once, and tells which part has them: %s',
    async (name) => {
      const { text, view } = await built(name, fixture(name));
      const runs = view!.contents.flatMap((content) => {
        if (content.kind === 'rows') return content.cells.flatMap((cell) => cell.runs);
        return content.kind === 'flow' ? content.blocks.flatMap(runsOf) : [];
      });
      const sorted = [...runs].sort((a, b) => a.start - b.start);
      for (const [index, { start, end }] of sorted.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(start).toBeGreaterThanOrEqual(sorted[index - 1]?.end ?? 0);
        const middle = Math.floor((start + end) / 2);
        expect(view!.places.some((place) => place.start <= middle && middle < place.end)).toBe(true);
      }
      expect(runs.reduce((sum, { start, end }) => sum + end - start, 0)).toBeGreaterThan(0.6 * text.length);
    },
  );

  it('shows HTML by what it says: headings, lists, tables, looks', async () => {
    const page = `<!doctype html><title>Akte Müller</title><style>p{color:red}</style><script>alert('Müller')</script>
      <h2>Anna <em>Müller</em></h2><p align=right>wohnt in<br>Köln <b>und <a href="https://example.org/">hier</a></b>
      <ul><li>eins<ol type=a start=3><li>drei</ul><blockquote>zitiert</blockquote><pre>a
  b</pre><hr><img src="https://example.org/x.png" width=40 height=40><img src="y" width=1 height=1>
      <table border=1><tr><th>Name<th>Ort<tr><td rowspan=2>Anna<td><p>Köln<p>Bonn<tr><td>Ulm</table>
      <table><tr><td>links<td>rechts</table><table><tr><td><table><tr><td>innen</table></table>`;
    expect(await shown('akte.html', page)).toEqual([
      'field name=title: Akte Müller',
      'paragraph heading=2: Anna |<italic>Müller',
      'paragraph align=end: wohnt in\nKöln |<bold>und |<bold underline color=1f5fa8>hier',
      'paragraph indent=18 marker=•: eins',
      'paragraph indent=36 marker=c.: drei',
      'paragraph quote=1: zitiert',
      'paragraph code=true: a\n  b',
      'break part=rule: ',
      'picture width=30 height=30: ',
      'row: <bold>Name || <bold>Ort',
      'row: Anna || Köln / Bonn',
      'row:  || Ulm',
      'row plain: links || rechts',
      'paragraph: innen',
    ]);
  });

  it('shows Rich Text with its looks, lists, tables and what stands beside it', async () => {
    const source = String.raw`{\rtf1\ansi{\colortbl;\red200\green0\blue0;}{\stylesheet{\s1 heading 1;}}{\header Kopf\par}
\pard\s1 Titel\par\pard\qc Frau {\b\cf1 M\'fcller}{\footnote Note}\line hier\par{\pntext\'b7\tab}Punkt\par
\trowd\cellx2000\cellx6000\intbl A\cell B\cell\row\pard Ende\page{\deleted weg}neu\par}`;
    expect(await shown('brief.rtf', source)).toEqual([
      'paragraph heading=1: Titel',
      'paragraph align=center: Frau |<bold color=c80000>Müller\n|hier',
      'paragraph align=center marker=•: Punkt',
      'row: A || B',
      'paragraph: Ende',
      'break part=page: ',
      'paragraph: neu',
      'break part=header: ',
      'paragraph: Kopf',
      'break part=note: ',
      'paragraph: Note',
    ]);
  });

  it('shows a message: its head in the usual order, the richer form first, files with what is in them', async () => {
    const lines = await shown('mail.eml', fixture('mail.eml'));
    expect(lines.slice(0, 7)).toEqual([
      'field name=subject: Rückfrage zur Akte Weidenbach',
      'field name=from: Petra Lindqvist <petra.lindqvist@example.org>',
      'field name=to: Dr. Jonas Weidenbach <weidenbach@kanzlei-beispiel.de>',
      'field name=cc: Renée Fürst <fuerst@example.org>',
      'field name=date: Tue, 14 Oct 2025 09:12:33 +0200',
      'paragraph: Guten Tag Herr |<bold>Dr. Weidenbach|,',
      'paragraph: die Unterlagen zu Frau |<color=b00020>Petra Lindqvist| sind vollständig. Es fehlen:',
    ]);
    expect(lines.indexOf('break part=alternative: ')).toBeGreaterThan(
      lines.indexOf('row: Karl Ostermann || +49 89 23456789'),
    );
    expect(lines).toContain('paragraph quote=1: Fehlt noch der Nachweis von Herrn Karl Ostermann?');
    expect(lines.filter((line) => line.startsWith('file'))).toEqual(['file format=txt size_bytes=109: kontakte.csv']);
    expect(lines).toContain('row: Karl Ostermann || ostermann@example.org || Regensburg');
    expect(lines.slice(-6, -4)).toEqual(['break part=message: ', 'field name=subject: Akte Ostermann']);
  });

  it('shows a message of Outlook the same way', async () => {
    const lines = await shown('message.msg', fixture('message.msg'));
    expect(lines).toContain('field name=from: petra.lindqvist@example.org');
    expect(lines).toContain('field name=date time=2025-10-15T23:52:33.000Z: ');
    expect(lines).toContain('paragraph: Guten Tag Herr |<bold>Dr. Weidenbach|,');
    expect(lines.slice(-3)).toEqual([
      'file format=txt size_bytes=35: kontakte.csv',
      'row: <bold>Name || <bold>Ort',
      'row: Karl Ostermann || Regensburg',
    ]);
  });

  it('shows an archive file by file, with what is in them', async () => {
    const lines = await shown('files.zip', fixture('files.zip'));
    expect(lines.filter((line) => line.startsWith('file')).map((line) => line.split(': ')[1])).toEqual([
      ...['Akten/Heidelberg/table.csv', 'Akten/Heidelberg/notes.md', 'Akten/Post/mail.eml', 'kontakte.csv'],
      ...['Akten/letter.docx', 'Akten/Brief an Frau Wackernagel.txt', 'Akten/archiv.bin'],
    ]);
    expect(lines.at(-1)).toBe('file format=null size_bytes=8: Akten/archiv.bin');
    expect(lines).toContain('paragraph heading=2: Aufgaben');
    expect(lines).toContain('paragraph: Sehr geehrte Frau Anna Wackernagel,');
  });

  it('lists the files of an archive and begins a part with each', async () => {
    const { text, view } = await built('files.zip', fixture('files.zip'));
    expect(view!.files.map(({ name, format }) => [text.slice(name.start, name.end), format])).toEqual([
      ['Akten/Heidelberg/table.csv', 'txt'],
      ['Akten/Heidelberg/notes.md', 'txt'],
      ['Akten/Post/mail.eml', 'eml'],
      ['Akten/letter.docx', 'docx'],
      ['Akten/Brief an Frau Wackernagel.txt', 'txt'],
      ['Akten/archiv.bin', null],
    ]);
    for (const [index, { name, format, size_bytes }] of view!.files.entries()) {
      const own = view!.contents.filter((_content, at) => view!.parts[at]!.file === index + 1);
      const [head] = own[0]!.kind === 'flow' ? own[0]!.blocks : [];
      expect(head).toEqual({ kind: 'file', runs: [name], format, size_bytes });
    }
  });

  it('keeps the widths of the columns of a table in an archive, in points', async () => {
    const { view } = await built('files.zip', fixture('files.zip'));
    const rows = view!.contents.flatMap((content) => (content.kind === 'flow' ? content.blocks : []));
    const row = rows.find(({ kind }) => kind === 'row');
    expect(row).toMatchObject({ fixed: true });
    const widths = row?.kind === 'row' ? row.widths : [];
    expect(widths.length).toBeGreaterThan(1);
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(40);
  });

  it('shows Markdown formatted, addresses and code too', async () => {
    const front = '---\na: 1\n---\n';
    const body =
      '# *A* b\\*\n\nc [d](mailto:d@example.org) `e`\n\n> f\n> g\n\n2. h\n3. [x] i\n\n```js\nj\n```\n\n<b>k</b>';
    expect(await shown('notiz.md', front + body)).toEqual([
      'paragraph code=true: ---\na: 1\n---',
      'paragraph heading=1: <italic>A| b|*',
      'paragraph: c |<underline color=1f5fa8>d|<size=9 color=5a686e>(mailto:d@example.org)| |<mono>e',
      'paragraph quote=1: f\n|g',
      'paragraph indent=18 marker=2.: h',
      'paragraph indent=18 marker=☑: i',
      'paragraph code=true: j',
      'paragraph: <color=5a686e><b>|k|<color=5a686e></b>',
    ]);
  });

  it('shows tables of separated values as sheets', async () => {
    expect(await shown('liste.csv', 'Name;Betrag\r\n"Müller; Anna";"1 200,00"\r\n;-3\r\n')).toEqual([
      '1/1 {"bold":true} Name',
      '1/2 {"bold":true} Betrag',
      '2/1 {} Müller; Anna',
      '2/2 {"align":"end"} 1 200,00',
      '3/2 {"align":"end"} -3',
    ]);
    expect(await shown('liste.tsv', 'a,b\t"c ""d"""\n')).toEqual(['1/1 {} a,b', '1/2 {} c ""d""']);
    const { view } = await built('liste.csv', Buffer.from('a,b\nc,d'));
    expect(view).toMatchObject({ kind: 'sheets', sheets: [{ name: null }], parts: [{ first_row: 1, last_row: 2 }] });
  });

  it.each([
    ['elements', 'x.html', `<html>${'<div><b>'.repeat(20_000)}Müller`],
    ['tables', 'x.html', `<html>${'<table><tr><td>'.repeat(5_000)}Müller`],
    ['rows', 'x.html', `<html><table>${'<tr><td rowspan=9999 colspan=9999>Müller'.repeat(500)}`],
    ['groups', 'x.rtf', String.raw`{\rtf1 ${'{\\b '.repeat(900)}Müller${'}'.repeat(900)}${'\\cell'.repeat(20_000)}}`],
    ['quotes', 'x.md', `${'>'.repeat(20_000)} Müller`],
    ['lists', 'x.md', Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}- Müller`).join('\n')],
    ['brackets', 'x.md', `Müller ${'['.repeat(20_000)}`],
    ['fields', 'x.csv', `Müller${','.repeat(50_000)}`],
    ['open quotes', 'x.csv', `Müller\n${'"'.repeat(20_001)}`],
  ])('stands many %s', async (_what, name, source) => {
    await expect(built(name, Buffer.from(source))).resolves.toMatchObject({
      text: expect.stringContaining('ller') as string,
    });
  });

  it('shows a document as text alone that reads otherwise than it did', async () => {
    for (const name of ['letter.html', 'letter.rtf', 'mail.eml', 'message.msg', 'files.zip'] as const) {
      const bytes = fixture(name);
      const format = await identify(bytes, name);
      expect(await viewFlow({ bytes, format, name, text: 'Anderes', layout: null })).toBeNull();
    }
  });
});
