import { describe, expect, it } from 'vitest';
import { suggestCategories } from './suggest.ts';

describe('suggestCategories', () => {
  it('reads the shape first, then what was used last', () => {
    expect(suggestCategories('anna@example.org', 'person').slice(0, 2)).toEqual(['email', 'person']);
    expect(suggestCategories('DE89 3704 0044 0532 0130 00', null)[0]).toBe('iban');
    expect(suggestCategories('+49 (0)561 1234-56', null)[0]).toBe('phone');
    expect(suggestCategories('34117 Kassel', null)[0]).toBe('address');
    expect(suggestCategories('Königstor 12a', null)[0]).toBe('address');
    expect(suggestCategories('AZ-2024/77', null)[0]).toBe('reference');
    expect(suggestCategories('Anna Müller', 'organization')[0]).toBe('organization');
    expect(suggestCategories('Anna Müller', null)[0]).toBe('person');
  });
  it('offers each category once', () => {
    const offered = suggestCategories('Anna', 'person');
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).toHaveLength(5);
  });
});
