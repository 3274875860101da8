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
