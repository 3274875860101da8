import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '../types.ts';
import { identify } from './identify.ts';

const root = new URL('../../../', import.meta.url);
const file = (path: string) => new Uint8Array(readFileSync(new URL(path, root)));
const fixture = (name: string) => file(`test/fixtures/documents/${name}`);
const sample = (name: string) => file(`resources/samples/${name}`);
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x" ContentType="${main}"/></Types>`;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const officePackage = (main: string, parts: Record<string, Uint8Array> = {}) =>
  zipSync({ '[Content_Types].xml': utf8(contentTypes(main)), 'word/document.xml': utf8('<a/>'), ...parts });

describe('identify', () => {
  it.each<[string, Uint8Array, DocumentFormat]>([
    ['contrat.pdf', sample('fr-contrat.pdf'), 'pdf'],
    ['brief.docx', sample('de-brief.docx'), 'docx'],
    ['von LibreOffice.DOCX', fixture('libreoffice.docx'), 'docx'],
    [
      'tabelle.xlsx',
      officePackage('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
      'xlsx',
    ],
    ['text.odt', zipSync({ mimetype: utf8('application/vnd.oasis.opendocument.text') }), 'odt'],
    ['scan.png', sample('it-lettera-scansione.png'), 'png'],
    ['foto.jpeg', fixture('page.jpg'), 'jpeg'],
    ['foto.JPG', fixture('page.jpg'), 'jpeg'],
    ['bild.gif', fixture('page.gif'), 'gif'],
    ['bild.bmp', fixture('page-24bit.bmp'), 'bmp'],
    ['fax.tiff', fixture('two-pages.tif'), 'tiff'],
    ['note.txt', sample('en-note.txt'), 'txt'],
    ['acta.md', sample('es-acta.md'), 'txt'],
    ['no-extension', sample('fr-contrat.pdf'), 'pdf'],
    ['strange.xyz', fixture('page.gif'), 'gif'],
    ['brief.txt', utf8('BMW hat uns geschrieben.'), 'txt'],
    ['western.txt', latin1('Gr\xfc\xdfe aus K\xf6ln, 20 \x80'), 'txt'],
    ['ohne Marke.txt', new Uint8Array(Buffer.from('Grüße aus Köln', 'utf16le')), 'txt'],
    ['utf16.txt', new Uint8Array([0xff, 0xfe, ...Buffer.from('Grüße', 'utf16le')]), 'txt'],
    ['seite.html', utf8('<!DOCTYPE html><p>Name</p>'), 'html'],
    ['teil.htm', utf8('<p>Name</p>'), 'html'],
    ['teil.html', utf8('Frau <del>Kaiser</del> Kayser'), 'html'],
    ['seite', utf8('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"></html>'), 'html'],
    [
      'formel.html',
      utf8(
        '<?xml version="1.0"?>\n<?xml-stylesheet href="mathml.xsl"?>\n<html xmlns="http://www.w3.org/1999/xhtml"></html>',
      ),
      'html',
    ],
    ['post.eml', utf8('From: a@example.org\r\nSubject: x\r\n\r\nHallo'), 'eml'],
    ['post', utf8('From: a@example.org\nMessage-ID: <1@example.org>\n\nHallo'), 'eml'],
    [
      'post',
      latin1('From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=koi8-r\n\n\x81\xff'),
      'eml',
    ],
    ['post', utf8('From a@b.org Tue Mar 17 10:00:00 2026\nFrom: a@b.org\nMessage-ID: <1>\n\n\nFrom here: x'), 'eml'],
    ['brief', utf8('From: Anna\nTo: Otto\n\nLieber Otto'), 'txt'],
    ['brief', utf8('From: the beginning\nMessage-ID: 4\nthere was text'), 'txt'],
    ['brief.rtf', utf8('{\\rtf1 Name}'), 'rtf'],
    ['akten.zip', zipSync({ 'a.txt': utf8('a') }), 'zip'],
    ['mail.pdf', latin1('\n\n%PDF-1.4\n\xff\xff\x00'), 'pdf'],
  ])('tells %s by its content', async (name, bytes, format) => {
    expect(await identify(bytes, name)).toBe(format);
  });

  it.each<[string, string, Uint8Array, string]>([
    ['a JPEG named png', 'photo.png', fixture('page.jpg'), 'CONTENT_MISMATCH'],
    ['a PDF named docx', 'brief.docx', sample('fr-contrat.pdf'), 'CONTENT_MISMATCH'],
    ['text named pdf', 'brief.pdf', utf8('kein PDF'), 'CONTENT_MISMATCH'],
    ['a program named pdf', 'brief.pdf', latin1('MZ\x90\x00\x03\x00\x00\x00'), 'CONTENT_MISMATCH'],
    ['a picture named xlsx', 'tabelle.xlsx', fixture('page.gif'), 'CONTENT_MISMATCH'],
    [
      'a document with macros',
      'a.docm',
      officePackage('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'UNSUPPORTED_TYPE',
    ],
    ['macros in a plain document', 'a', officePackage(WORD, { 'word/vbaProject.bin': utf8('x') }), 'UNSUPPORTED_TYPE'],
    ['text named eml', 'a.eml', utf8('Guten Tag, Frau Kaiser'), 'CONTENT_MISMATCH'],
    ['text named html', 'a.html', utf8('Guten Tag, Frau Kaiser'), 'CONTENT_MISMATCH'],
    [
      'several messages in one file',
      'a.mbox',
      utf8(
        'From a@b.org Tue Mar 17 10:00:00 2026\nFrom: a@b.org\nMessage-ID: <1>\n\nx\n\nFrom c@d.org Wed Mar 18 10:00:00 2026\nFrom: c@d.org\n\ny',
      ),
      'UNSUPPORTED_TYPE',
    ],
    ['HTML named txt', 'a.txt', utf8('<!DOCTYPE html><p>Name</p>'), 'CONTENT_MISMATCH'],
    ['XML', 'a', utf8('<?xml version="1.0"?><a>Name</a>'), 'UNSUPPORTED_TYPE'],
    ['a Java archive', 'a.zip', zipSync({ 'META-INF/MANIFEST.MF': utf8('a') }), 'CONTENT_MISMATCH'],
    ['text named rtf', 'a.rtf', utf8('Guten Tag'), 'CONTENT_MISMATCH'],
    ['a program', 'a', latin1('MZ\x90\x00\x03\x00\x00\x00'), 'UNSUPPORTED_TYPE'],
    ['an old Word file', 'a.doc', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1WordDocument'), 'UNSUPPORTED_TYPE'],
    [
      'an encrypted Word file',
      'a.docx',
      new Uint8Array([...latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), ...Buffer.from('EncryptedPackage', 'utf16le')]),
      'PASSWORD_PROTECTED',
    ],
    ['a truncated document', 'a.docx', sample('de-brief.docx').slice(0, 6000), 'UNREADABLE_FILE'],
    [
      'an OpenDocument drawing',
      'a',
      zipSync({ mimetype: utf8('application/vnd.oasis.opendocument.graphics') }),
      'UNSUPPORTED_TYPE',
    ],
    ['an empty file', 'a.txt', new Uint8Array(), 'UNREADABLE_FILE'],
    ['binary data', 'a.bin', new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'UNSUPPORTED_TYPE'],
  ])('refuses %s', async (_what, name, bytes, code) => {
    await expect(identify(bytes, name)).rejects.toMatchObject({ code });
  });

  it('takes only the accepted formats', async () => {
    await expect(identify(sample('en-note.txt'), 'note.txt', ['pdf', 'docx'])).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
  });

  it('refuses packages that inflate out of proportion', async () => {
    const bomb = officePackage(WORD, { 'word/media/image1.png': new Uint8Array(20 * 1024 * 1024) });
    await expect(identify(bomb, 'a.docx')).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
  });

  it('refuses packages with too many entries', async () => {
    const entries = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`e${index}`, new Uint8Array()]));
    await expect(identify(zipSync(entries, { level: 0 }), 'a.docx')).rejects.toMatchObject({
      code: 'ZIP_RATIO_SUSPICIOUS',
    });
  });

  it.each(['../evil.xml', '/evil.xml', 'word/../../evil.xml'])('refuses the entry name %s', async (name) => {
    const bytes = zipSync({ '[Content_Types].xml': utf8(contentTypes(WORD)), [name]: utf8('x') });
    await expect(identify(bytes, 'a.docx')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});
