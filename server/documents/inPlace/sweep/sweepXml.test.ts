import { describe, expect, it } from 'vitest';
import { createSweeper } from './createSweeper.ts';

const sweeper = createSweeper([{ value: 'Müller & Co', replacement: '[[organization-k3v9q2xd]]' }]);
const relationship = (target: string) => `<Relationship Id="r1" Target="${target}"/>`;

describe('values in relationships', () => {
  it('become a placeholder that can be put back where the target is an address', () => {
    const source = relationship('mailto:a@example.org?subject=M%C3%BCller%20%26%20Co');
    expect(sweeper.xml(source, true).xml).toBe(
      relationship('mailto:a@example.org?subject=%5B%5Borganization-k3v9q2xd%5D%5D'),
    );
  });

  it('become a name of letters, digits and hyphens where the target is a part', () => {
    expect(sweeper.xml(relationship('media/Müller &amp; Co.png'), true).xml).toBe(
      relationship('media/organization-k3v9q2xd.png'),
    );
  });
});

describe('values that only stand alone once their neighbour is gone', () => {
  const [one, two] = ['[[person-k3v9q2xd]]', '[[person-aaaaaaaa]]'];
  const both = createSweeper([
    { value: 'Wackernagel', replacement: one },
    { value: 'Anna', replacement: two },
  ]);

  it('are replaced in markup, in the text and in names of files', () => {
    const { xml } = both.xml('<w:style w:styleId="AnnaWackernagel"/>', false);
    expect(xml).toBe(`<w:style w:styleId="${two}${one}"/>`);
    expect(both.leaksPart(xml)).toBe(false);
    expect(both.extend('AnnaWackernagel', [])).toEqual([
      { start: 0, end: 4, text: two },
      { start: 4, end: 15, text: one },
    ]);
    expect(both.name('word/AnnaWackernagel.xml')).toBe('word/Annaperson-k3v9q2xd.xml');
  });
});

describe('values that are called like parts of the format', () => {
  const words = createSweeper([
    { value: 'content', replacement: '[[person-k3v9q2xd]]' },
    { value: 'Content', replacement: '[[person-aaaaaaaa]]' },
  ]);

  it('leave the names by which a package is opened', () => {
    for (const name of ['[Content_Types].xml', 'content.xml', 'Object 1/content.xml'])
      expect(words.name(name)).toBe(name);
    expect(words.name('Pictures/content.png')).toBe('Pictures/person-k3v9q2xd.png');
    const entry = '<manifest:file-entry manifest:full-path="content.xml"/>';
    expect(words.xml(entry, true).xml).toBe(entry);
    expect(words.leaksPart(entry)).toBe(false);
    expect(words.leaksPart('<w:t>content.xml</w:t>')).toBe(true);
  });

  it('become the same in the name of a file and in the references to it', () => {
    expect(words.xml('<draw:image xlink:href="Pictures/content.png"/>', false).xml).toBe(
      `<draw:image xlink:href="${words.name('Pictures/content.png')}"/>`,
    );
  });
});
