import { nameIn } from './pages.ts';
import type { PdfDocument } from './syntax/document.ts';
import { isDict, isKind, type PdfDict, type PdfValue } from './syntax/values.ts';

/**
 * Tells which optional content is not to be seen when the document is opened (ISO 32000-2, 8.11): groups that the default configuration turns off, and
 * memberships by the policy over their groups.
 */
export function hiddenLayers(document: PdfDocument): (group: PdfValue) => boolean {
  const properties = document.dict(document.root.get('OCProperties'));
  const settings = document.dict(properties?.get('D'));
  const off = new Set<PdfDict>();
  const groupsIn = (value: PdfValue | undefined): PdfDict[] => {
    const list = document.resolve(value);
    return Array.isArray(list) ? list.flatMap((item) => document.dict(item) ?? []) : [];
  };
  if (properties !== null && settings !== null) {
    if (nameIn(document, settings, 'BaseState') === 'OFF')
      for (const group of groupsIn(properties.get('OCGs'))) off.add(group);
    for (const group of groupsIn(settings.get('ON'))) off.delete(group);
    for (const group of groupsIn(settings.get('OFF'))) off.add(group);
  }
  return (group) => {
    const dict = document.dict(group);
    if (dict === null || off.size === 0) return false;
    if (nameIn(document, dict, 'Type') !== 'OCMD') return off.has(dict);
    const single = document.resolve(dict.get('OCGs'));
    const groups = isDict(single) ? [single] : groupsIn(dict.get('OCGs'));
    if (groups.length === 0) return false;
    const hidden = groups.filter((member) => off.has(member)).length;
    switch (nameIn(document, dict, 'P') ?? 'AnyOn') {
      case 'AllOn':
        return hidden > 0;
      case 'AnyOff':
        return hidden === 0;
      case 'AllOff':
        return hidden < groups.length;
      default:
        return hidden === groups.length;
    }
  };
}

/** Whether the content of an annotation or of a picture belongs to a layer. */
export function layerOf(dict: PdfDict): PdfValue {
  const layer = dict.get('OC');
  return isKind(layer, 'ref') || isDict(layer) ? layer : null;
}
