import { describe, expect, it } from 'vitest';
import { sourceKinds } from './sources.ts';

describe('sourceKinds', () => {
  it('explains recognizers once each, the strongest reason first', () => {
    expect(sourceKinds(['context:iban', 'label:iban', 'checksum:iban'])).toEqual(['checksum', 'label', 'context']);
    expect(sourceKinds(['names:title', 'names:signature', 'names:given'])).toEqual(['title', 'signature', 'names']);
    expect(sourceKinds(['places:street', 'places:line-above'])).toEqual(['place']);
    expect(sourceKinds(['organizations:legal-form'])).toEqual(['organization']);
    expect(sourceKinds(['manual'])).toEqual(['manual']);
    expect(sourceKinds(['guard:placeholder'])).toEqual(['guard']);
    expect(sourceKinds(['term:mask'])).toEqual(['term']);
    expect(sourceKinds(['model:court-names', 'tagger:context'])).toEqual(['model', 'plugged']);
  });
  it('names a rule only where nothing better is known', () => {
    expect(sourceKinds(['something:new'])).toEqual(['rule']);
    expect(sourceKinds(['something:new', 'pattern:email'])).toEqual(['format']);
  });
});
