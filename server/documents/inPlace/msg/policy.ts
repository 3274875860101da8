import type { CleanedKind } from '../types.ts';
import type { Level } from './level.ts';

/** What happens with a property when a message is anonymized. */
export type PropertyPolicy =
  /** Text that people see or write. */
  | { readonly do: 'text'; readonly order: number }
  /** How the message is put together; values in it are replaced. */
  | { readonly do: 'structure' }
  /** Bodies and contents, which are looked at by themselves. */
  | { readonly do: 'content' }
  | { readonly do: 'remove'; readonly kind: CleanedKind };

type Numbers = readonly number[];

/**
 * Properties that hold text (MS-OXPROPS), in the order in which they are read. Numbers are property identifiers. The two forms of an address stand
 * beside each other, so that the order stays when one takes the place of the other.
 */
const TEXTS: Readonly<Record<Level, Numbers>> = Object.freeze({
  message: [
    // Subject, its normalized form, the topic of the conversation and the subject before a forwarding.
    ...[0x0037, 0x0e1d, 0x0070, 0x0049],
    // Sent on behalf of, sender, answers to: names, addresses, addresses of the internet.
    ...[0x0042, 0x0065, 0x5d02, 0x0c1a, 0x0c1f, 0x5d01, 0x0050],
    // Author and sender of the original of a reply or report.
    ...[0x004d, 0x005a, 0x0067, 0x005d, 0x0069, 0x0072, 0x0073, 0x0074],
    // Received by, received on behalf of.
    ...[0x0040, 0x0076, 0x5d07, 0x0044, 0x0078, 0x5d08],
    // To, Cc, Bcc as they are shown.
    ...[0x0e04, 0x0e03, 0x0e02],
    // Name and comment of other items; text of a delivery report.
    ...[0x3001, 0x3004, 0x1001],
  ],
  recipient: [0x3001, 0x5ff6, 0x3a20, 0x39ff, 0x3003, 0x39fe, 0x3a00],
  attachment: [0x3707, 0x3704, 0x3001],
});
/** Names, addresses, telephones and such of contacts (MS-OXOCNTC): all strings between these are text. */
const CONTACT = Object.freeze({ first: 0x3a00, last: 0x3aff, order: 1_000 });

/** Strings: class of the message, types of addresses, prefix of the subject; kind and identifier of an attachment. */
const STRUCTURE: Readonly<Record<Level, ReadonlySet<number>>> = Object.freeze({
  message: new Set([0x001a, 0x003d, 0x0064, 0x0066, 0x0068, 0x0075, 0x0077, 0x0c1e]),
  recipient: new Set([0x3002]),
  attachment: new Set([0x3703, 0x370e, 0x3712, 0x3716]),
});

/** Numbers, switches and times that tell nothing of people. */
const VALUES: Readonly<Record<Level, ReadonlySet<number>>> = Object.freeze({
  message: new Set([
    // Importance, priority, sensitivity, requests for receipts and answers.
    ...[0x0017, 0x0026, 0x0036, 0x0023, 0x0029, 0x0063, 0x0c17],
    // Times of sending, delivery, begin and end.
    ...[0x0039, 0x0e06, 0x0060, 0x0061],
    // State, attachments, bodies, icon, code pages, language, access.
    ...[0x0e07, 0x0e1b, 0x0e1f, 0x1016, 0x1080, 0x1090, 0x5909, 0x340d, 0x3fde, 0x3ffd, 0x3ff1, 0x0ff4, 0x0ff7, 0x0ffe],
  ]),
  recipient: new Set([0x0c15, 0x0ffe, 0x3000, 0x3900, 0x3905, 0x3a40, 0x5ffd, 0x5fff]),
  attachment: new Set([0x3705, 0x370b, 0x3714, 0x7ffe, 0x0e21, 0x0ff4, 0x0ffe]),
});

export const BODY = Object.freeze({ plain: 0x1000, html: 0x1013, rtf: 0x1009 });
export const ATTACHED = Object.freeze({ data: 0x3701, method: 0x3705, number: 0x0e21, mimeType: 0x370e });
const CONTENT: Readonly<Record<Level, ReadonlySet<number>>> = Object.freeze({
  message: new Set([BODY.plain, BODY.html, BODY.rtf]),
  recipient: new Set<number>(),
  attachment: new Set([ATTACHED.data]),
});

/** Headers of the way through the internet, identifiers of this message and those it answers. */
const HISTORY: ReadonlySet<number> = new Set([0x007d, 0x1035, 0x1039, 0x1042, 0x0071, 0x3013]);
/** Who made and last changed the item. */
const AUTHORS: ReadonlySet<number> = new Set([0x3ff8, 0x3ff9, 0x3ffa, 0x3ffb]);
/** Picture of an attachment with its name in it. */
const RENDERING = 0x3709;

/** What is done with a property that has no name; `isText` says whether it holds strings, `isFixed` whether its value has a fixed size. */
export function propertyPolicy(
  level: Level,
  id: number,
  { isText, isFixed }: { readonly isText: boolean; readonly isFixed: boolean },
): PropertyPolicy {
  if (CONTENT[level].has(id)) return { do: 'content' };
  if (isText) {
    const order = TEXTS[level].indexOf(id);
    if (order >= 0) return { do: 'text', order };
    if (id >= CONTACT.first && id <= CONTACT.last && level === 'message') {
      return { do: 'text', order: CONTACT.order + id };
    }
    if (STRUCTURE[level].has(id)) return { do: 'structure' };
  }
  if (isFixed && VALUES[level].has(id)) return { do: 'structure' };
  if (HISTORY.has(id)) return { do: 'remove', kind: 'history' };
  if (AUTHORS.has(id)) return { do: 'remove', kind: 'authors' };
  return { do: 'remove', kind: id === RENDERING ? 'thumbnail' : 'properties' };
}

/** Where Exchange keeps its own form of an address, the address of the internet and the type of the first (MS-OXOABK). */
export const ADDRESSES: readonly { readonly address: number; readonly internet: number; readonly type: number }[] =
  Object.freeze([
    { address: 0x3003, internet: 0x39fe, type: 0x3002 },
    { address: 0x0c1f, internet: 0x5d01, type: 0x0c1e },
    { address: 0x0065, internet: 0x5d02, type: 0x0064 },
    { address: 0x0076, internet: 0x5d07, type: 0x0075 },
    { address: 0x0078, internet: 0x5d08, type: 0x0077 },
  ]);
/** The name of a person in a directory (X.500): it holds a login name and names nobody who reads the message. */
export const isDirectoryName = (text: string): boolean => /^\/o=/i.test(text);

/** Classes of items (MS-OXCMSG 2.2.1.3) that programs know; what follows them names a form, perhaps after its maker. */
const CLASS =
  /^(?:IPM(?:\.(?:Note|Appointment|Contact|DistList|Task|TaskRequest|StickyNote|Activity|Post|Document|Schedule\.Meeting(?:\.(?:Request|Canceled|Resp(?:\.(?:Pos|Neg|Tent))?))?))?|REPORT\.IPM\.Note(?:\.(?:NDR|DR|IPNRN|IPNNRN))?)(?=\.|$)/i;
export const knownClass = (name: string): string => CLASS.exec(name)?.[0] ?? 'IPM.Note';

/** Messages that are encrypted, or signed in a way that hides their content (MS-OXOSMIME 2.1.1). */
export const isSealed = (name: string): boolean => /^IPM\.Note\.(?:Secure|SMIME)(?!\.MultipartSigned)/i.test(name);
