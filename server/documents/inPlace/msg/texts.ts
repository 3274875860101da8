import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { swept } from '../html/styles.ts';
import type { MessageContext, MessagePart } from './context.ts';
import type { Level } from './level.ts';
import { ADDRESSES, isDirectoryName, knownClass, propertyPolicy, type PropertyPolicy } from './policy.ts';
import { FIRST_NAMED, TYPE, type Properties, type Property } from './properties.ts';

/** A place of a message that holds a text. */
interface Holder {
  readonly level: Level;
  readonly id: number;
  readonly write: (text: string) => void;
}

/** A text with all places of a message that hold it. */
export type TextGroup = Map<string, Holder[]>;

const CLASS = 0x001a;
const INTERNET = 'SMTP';
/** MS-OXCMSG 2.2.1.46.1: a subject may begin with a mark and the length of its prefix. */
const PREFIX_MARK = /^\u0001[\s\S]/;

/**
 * Collects the texts in the properties of a storage. When anonymizing, what tells of people and is no text goes; values in what stays are replaced.
 */
export function readTexts(properties: Properties, level: Level, group: TextGroup, context: MessageContext): void {
  if (context.isCleaned) preferInternetAddresses(properties, context);
  const texts: { order: number; property: Property }[] = [];
  for (const property of properties.all()) {
    const policy = policyOf(properties, property, level, context);
    if (policy.do === 'text') texts.push({ order: policy.order, property });
    else if (!context.isCleaned) continue;
    else if (policy.do === 'structure') cleanStructure(properties, property, context);
    else if (policy.do === 'remove') {
      if (properties.size(property) > 0) context.report.cleaned(policy.kind);
      properties.remove(property);
    }
  }
  texts.sort((a, b) => a.order - b.order);
  for (const { property } of texts) addTexts(properties, property, level, group);
}

function policyOf(properties: Properties, property: Property, level: Level, { names }: MessageContext): PropertyPolicy {
  const { id } = property;
  const texts = properties.texts(property);
  const isText = texts !== null;
  if (texts?.every(isDirectoryName) === true && texts.length > 0) return { do: 'remove', kind: 'properties' };
  const isFixed = !isText && properties.size(property) === 0 && property.type !== TYPE.binary;
  if (id < FIRST_NAMED) return propertyPolicy(level, id, { isText, isFixed });
  const policy = isText || isFixed ? names.policy(id, isText) : 'remove';
  if (policy === 'text') return { do: 'text', order: id };
  return policy === 'value' ? { do: 'structure' } : { do: 'remove', kind: 'properties' };
}

/** Values of one text are written together: a name stands in a message many times. */
function addTexts(properties: Properties, property: Property, level: Level, group: TextGroup): void {
  const values = [...(properties.texts(property) ?? [])];
  for (const [index, value] of values.entries()) {
    const text = value.replace(PREFIX_MARK, '');
    if (text.trim() === '') continue;
    const holders = group.get(text) ?? [];
    group.set(text, holders);
    const write = (changed: string): void => {
      values[index] = changed;
      properties.setTexts(property, values);
    };
    holders.push({ level, id: property.id, write });
  }
}

/** The parts of a message that are properties. */
export function groupParts(group: TextGroup, about: Pick<MessagePart, 'place' | 'message'>): MessagePart[] {
  return [...group].map(([text, holders]) => ({
    ...about,
    text,
    origin: { kind: 'properties', held: holders.map(({ level, id }) => ({ level, id })) },
    apply(replacements) {
      if (replacements.length === 0) return;
      const placements = replacements.map(({ start, end, text: placeholder }) => ({ start, end, placeholder }));
      const changed = applyReplacements(text, placements).text;
      for (const { write } of holders) write(changed);
    },
  }));
}

function cleanStructure(properties: Properties, property: Property, { sweeper, report }: MessageContext): void {
  const texts = properties.texts(property);
  if (texts === null) return;
  let count = 0;
  const cleaned = texts.map((text) => {
    const found = swept(property.id === CLASS ? knownClass(text) : text, sweeper);
    count += found.count;
    return found.text;
  });
  report.cleaned('properties', count);
  if (cleaned.some((text, index) => text !== texts[index])) properties.setTexts(property, cleaned);
}

/** Names of a directory give way to the addresses of the internet, where a message holds both. */
function preferInternetAddresses(properties: Properties, { report }: MessageContext): void {
  for (const { address, internet, type } of ADDRESSES) {
    const directory = properties.find(address);
    const [name] = directory === undefined ? [] : (properties.texts(directory) ?? []);
    if (name === undefined || !isDirectoryName(name)) continue;
    const other = properties.find(internet);
    const [replacement] = other === undefined ? [] : (properties.texts(other) ?? []);
    const kind = properties.find(type, TYPE.string, TYPE.string8);
    if (replacement === undefined) continue;
    properties.setTexts(directory!, [replacement]);
    if (kind !== undefined) properties.setTexts(kind, [INTERNET]);
    report.cleaned('properties');
  }
}
