import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { entityBomb } from '../../../test/fixtures/documents/hostileFiles.ts';
import { compoundFile, officePackage, openDocument } from '../../../test/fixtures/documents/officeFiles.ts';
import { AppError } from '../../core/errors.ts';
import { BLOCKED_EXTENSIONS, FILE_TYPES } from './fileTypes.ts';
import { createFileInspector } from './inspector.ts';

const inspector = createFileInspector();
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');
const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/documents', name));
const outcome = async (bytes: Uint8Array, name: string): Promise<string> => {
  try {
    return (await inspector.inspect(bytes, name)).mimeType;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const codeOf = (name: string): string => {
  try {
    return inspector.typeOfName(name).mimeType;
  } catch (error) {
    return (error as AppError).code;
  }
};

const WORD = 'wordprocessingml.document.main+xml';
const EXCEL = 'spreadsheetml.sheet.main+xml';
/** A sheet record of BIFF8: position, visibility, kind (1: Excel 4.0 macros), name. */
const sheetRecord = (kind: number) => Buffer.from([0x85, 0x00, 0x0a, 0x00, 0, 0, 0, 0, 0, kind, 2, 0, 0x41, 0x42]);
const beginRecord = Buffer.from([0x09, 0x08, 0x04, 0x00, 0, 6, 5, 0]);
const vbaInfo = (hasMacros: number) =>
  Buffer.from(`1f00ff0314000000020000040c00000007000000${hasMacros ? '01' : '00'}00000002000000`, 'hex');

describe('a name', () => {
  it('tells the type, whatever its case', () => {
    expect(codeOf('Brief.DOCX')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(inspector.typeOfName('Foto.jpeg')).toEqual({ mimeType: 'image/jpeg', kind: 'image' });
  });

  it('of a type that is run, carries macros or is a script is blocked', () => {
    for (const extension of BLOCKED_EXTENSIONS)
      expect(codeOf(`rechnung.pdf.${extension.toUpperCase()}`)).toBe('BLOCKED_TYPE');
    expect(Object.keys(FILE_TYPES).filter((extension) => BLOCKED_EXTENSIONS.has(extension))).toEqual([]);
  });

  it.each(['ohne', 'a.', 'a.zip', 'a.constructor', 'a.__proto__', '.txt ', 'a.tx t'])(
    'without an allowed extension is refused: %s',
    (name) => {
      expect(codeOf(name)).toBe('UNSUPPORTED_TYPE');
    },
  );
});

describe('content', () => {
  it.each([
    ['libreoffice.docx', 'a.docx'],
    ['libreoffice.doc', 'a.doc'],
    ['page.gif', 'a.gif'],
    ['page.jpg', 'a.jpeg'],
    ['sideways.png', 'a.png'],
    ['two-pages.tif', 'a.tiff'],
    ['page-24bit.bmp', 'a.bmp'],
    ['encrypted.pdf', 'a.pdf'],
  ])('of %s fits its extension and no other', async (file, name) => {
    const bytes = fixture(file);
    expect(await outcome(bytes, name)).toBe(codeOf(name));
    const { mimeType } = inspector.typeOfName(name);
    const others = Object.entries(FILE_TYPES).filter(([, type]) => type.mimeType !== mimeType);
    for (const [extension] of others)
      expect([extension, await outcome(bytes, `a.${extension}`)]).toEqual([extension, 'CONTENT_MISMATCH']);
  });

  it('of office files of our own making fits', async () => {
    expect(await outcome(officePackage(EXCEL), 'a.xlsx')).toContain('spreadsheetml');
    expect(await outcome(openDocument('text'), 'a.odt')).toContain('opendocument.text');
    expect(await outcome(openDocument('spreadsheet'), 'a.odt')).toBe('CONTENT_MISMATCH');
    expect(await outcome(compoundFile({ Workbook: Buffer.concat([beginRecord, sheetRecord(0)]) }), 'a.xls')).toBe(
      'application/vnd.ms-excel',
    );
    expect(await outcome(compoundFile({ 'PowerPoint Document': vbaInfo(0) }), 'a.ppt')).toBe(
      'application/vnd.ms-powerpoint',
    );
    expect(
      await outcome(
        await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
        'a.webp',
      ),
    ).toBe('image/webp');
  });

  it('that is empty fits every text type and no other', async () => {
    for (const [extension, { check, mimeType }] of Object.entries(FILE_TYPES)) {
      expect(await outcome(new Uint8Array(0), `a.${extension}`)).toBe(
        check.by === 'text' ? mimeType : 'CONTENT_MISMATCH',
      );
    }
  });

  it.each([
    ['UTF-8', utf8('Müller\r\n\tStraße')],
    ['UTF-8 with a mark', utf8('\ufeffMüller')],
    ['UTF-16', utf16('Müller')],
    ['UTF-16, big-endian', Buffer.from(utf16('Müller')).swap16()],
    ['UTF-16 without a mark', Buffer.from('Müller', 'utf16le')],
    ['Windows-1252', Buffer.from('Müller, Straße', 'latin1')],
  ])('of text in %s is text', async (_encoding, bytes) => {
    expect(await outcome(bytes, 'a.txt')).toBe('text/plain');
  });

  it.each([
    ['zeros', Buffer.alloc(100)],
    ['half a code unit', utf16('ab').subarray(0, 5)],
    ['control characters', utf8('a\u0001b')],
  ])('of %s is no text', async (_what, bytes) => {
    expect(await outcome(bytes, 'a.txt')).toBe('CONTENT_MISMATCH');
  });

  it('of a sketch is a JSON object', async () => {
    expect(await outcome(utf8('{"type":"excalidraw"}'), 'a.excalidraw')).toBe('application/vnd.excalidraw+json');
    for (const text of ['[]', 'null', '{', '"a"'])
      expect(await outcome(utf8(text), 'a.excalidraw')).toBe('CONTENT_MISMATCH');
  });
});

describe('blocked content under a harmless name', () => {
  it.each([
    ['a shell script', utf8('#!/bin/sh\nrm -rf /'), 'a.txt'],
    ['a shell script after a mark', utf8('\ufeff#!/bin/sh'), 'a.md'],
    ['a shell script in UTF-16', utf16('#!/bin/sh'), 'a.txt'],
    ['a shell script as Python', utf8('#!/bin/sh\n'), 'a.py'],
    ['a batch file', utf8('@ECHO OFF\r\ndel *'), 'a.log'],
    ['a web page', utf8(' \n<!doctype HTML><p>'), 'a.txt'],
    ['a web page in UTF-16', utf16('<html><script>alert(1)</script>'), 'a.csv'],
    [
      'a picture with script',
      utf8('<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.xml',
    ],
    ['a picture with a prefix', utf8('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'), 'a.xml'],
    ['XHTML', utf8('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'), 'a.xml'],
    ['a style sheet', utf8('<xsl:stylesheet version="1.0"/>'), 'a.xml'],
    ['PHP', utf8('<?php system($_GET["c"]);'), 'a.txt'],
    ['a program', Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), 'a.pdf'],
    ['a program before a PDF', Buffer.concat([Buffer.from('MZ\x00\x00'), utf8('%PDF-1.7')]), 'a.pdf'],
    ['a zip before a PDF', Buffer.concat([Buffer.from('PK\x03\x04'), utf8('%PDF-1.7')]), 'a.pdf'],
    ['a web page before a PDF', utf8('<html><script>x</script>%PDF-1.7'), 'a.pdf'],
    ['an ELF program', Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1'), 'a.txt'],
    ['macros in Word', officePackage(WORD, { 'word/vbaProject.bin': utf8('x') }), 'a.docx'],
    ['declared macros', officePackage(WORD, {}, ['application/vnd.ms-office.vbaProject']), 'a.docx'],
    [
      'a document for macros',
      officePackage('x', {}, ['application/vnd.ms-word.document.macroEnabled.main+xml']),
      'a.docx',
    ],
    ['Excel 4.0 macros', officePackage(EXCEL, {}, ['application/vnd.ms-excel.macrosheet+xml']), 'a.xlsx'],
    ['a Basic library', openDocument('text', { 'Basic/Standard/Module1.xml': utf8('x') }), 'a.odt'],
    ['a Python macro', openDocument('spreadsheet', { 'Scripts/python/a.py': utf8('x') }), 'a.ods'],
    ['macros in Word 97', compoundFile({ WordDocument: utf8('x'), Macros: utf8('x') }), 'a.doc'],
    ['macros in Excel 97', compoundFile({ Workbook: beginRecord, _VBA_PROJECT_CUR: utf8('x') }), 'a.xls'],
    [
      'Excel 4.0 macros of Excel 97',
      compoundFile({ Workbook: Buffer.concat([beginRecord, sheetRecord(0), sheetRecord(1)]) }),
      'a.xls',
    ],
    [
      'macros in PowerPoint 97',
      compoundFile({ 'PowerPoint Document': Buffer.concat([Buffer.alloc(700), vbaInfo(1)]) }),
      'a.ppt',
    ],
  ])('%s is blocked', async (_what, bytes, name) => {
    expect(await outcome(bytes, name)).toBe('BLOCKED_TYPE');
  });

  it('sources may name their own interpreter', async () => {
    expect(await outcome(utf8('#!/usr/bin/env python3\nprint(1)'), 'a.py')).toBe('text/x-python');
    expect(await outcome(utf8('# Überschrift\n'), 'a.md')).toBe('text/markdown');
    expect(await outcome(utf8('<?xml version="1.0"?><!-- ok --><akte/>'), 'a.xml')).toBe('application/xml');
  });
});

describe('what cannot be looked into', () => {
  it.each([
    ['an encrypted Word document', compoundFile({ EncryptedPackage: utf8('x'), EncryptionInfo: utf8('x') }), 'a.docx'],
    [
      'an encrypted package as Word 97',
      compoundFile({ EncryptedPackage: utf8('x'), WordDocument: utf8('x') }),
      'a.doc',
    ],
    ['an installer as Word 97', compoundFile({ '!_StringData': utf8('x') }), 'a.doc'],
    ['an encrypted OpenDocument', openDocument('text', { 'encrypted-package': utf8('x') }), 'a.odt'],
    ['a cut package', officePackage(WORD).subarray(0, 200), 'a.docx'],
    ['entities', entityBomb(), 'a.xlsx'],
    ['a compound file of a header', compoundFile({ WordDocument: utf8('x') }).subarray(0, 512), 'a.doc'],
  ])('%s does not fit', async (_what, bytes, name) => {
    expect(await outcome(bytes, name)).toBe('CONTENT_MISMATCH');
  });

  it('a package that inflates without measure is refused as such', async () => {
    const bomb = officePackage(WORD, { 'word/media/a.bin': new Uint8Array(6 * 1024 * 1024) });
    expect(await outcome(bomb, 'a.docx')).toBe('ZIP_RATIO_SUSPICIOUS');
  });

  it('damaged compound files end in a code, in circles too', async () => {
    const whole = compoundFile({ Workbook: Buffer.concat([beginRecord, sheetRecord(0)]) });
    const codes = new Set([codeOf('a.xls'), 'CONTENT_MISMATCH', 'BLOCKED_TYPE']);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 9), fc.nat(255)), { maxLength: 12 }),
        async (changes) => {
          const damaged = Buffer.from(whole);
          for (const [at, value] of changes) damaged[at + 8] = value;
          expect(codes).toContain(await outcome(damaged, 'a.xls'));
        },
      ),
      { numRuns: 300 },
    );
    const circle = Buffer.from(whole);
    circle.writeUInt32LE(2, 512 + 2 * 4);
    circle.writeUInt32LE(2, 512 + 1 * 4);
    expect(await outcome(circle, 'a.xls')).toBe('CONTENT_MISMATCH');
  });
});
