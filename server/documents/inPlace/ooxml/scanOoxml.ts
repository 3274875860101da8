import { AppError } from '../../../core/errors.ts';
import { documentError } from '../../failures.ts';
import { declaresMacros } from '../../files/officeMacros.ts';
import { writeScanned } from '../package/finish.ts';
import { ADDRESS_FORM, rangeNode } from '../package/nodes.ts';
import { readPictures } from '../package/pictures.ts';
import { openPackage, type OfficePackage, type XmlPart } from '../package/officePackage.ts';
import type { PackageScanner, ScanContext } from '../package/scan.ts';
import { walk } from '../package/walk.ts';
import { PARAGRAPH_END, visiblePieces, type Piece, type Segment } from '../text/pieces.ts';
import type { TextPlace } from '../types.ts';
import { readEmbedded, writeEmbedded, type Embedded } from '../package/embedded.ts';
import { combineObservers, readMarkup, type ElementObserver } from './markup.ts';
import { isPackageList, readOpc, type Link, type Opc } from './opc.ts';
import { OOXML_PREFIXES } from './namespaces.ts';
import { pictureParts } from './pictureParts.ts';
import { isSvg, policyOf, readingRank, type PartPolicy } from './policy.ts';
import { removeReferences } from './references.ts';

/** A package that is being read. */
export interface OoxmlScan {
  readonly pkg: OfficePackage;
  readonly opc: Opc;
  readonly context: ScanContext;
  readonly mainPart: string;
  /** Parts that can be reached from the package, with what is done with them, in reading order. */
  readonly policies: ReadonlyMap<string, PartPolicy>;
}

/** Cleans the parts of one document. */
export interface PartCleaner {
  observe(part: XmlPart): readonly ElementObserver[];
  /** Runs when every value has been replaced, before the document is written. */
  finish?(): void;
}

/** What one of the three formats adds to what they share. */
export interface OoxmlFormat {
  /** Content types of the main part. */
  readonly mainType: RegExp;
  /** Parts of this format, by the last segment of the relationship's type. */
  readonly policies: Readonly<Record<string, PartPolicy>>;
  /** Cleans the parts of a document while they are read; one cleaner serves all parts. */
  createCleaner(scan: OoxmlScan): PartCleaner;
  /** Numbers of slides. */
  numbers?(scan: OoxmlScan): Promise<ReadonlyMap<string, number>>;
  /** Reads the parts with the policy `own`. `finish` runs before the document is written. */
  readOwn?(scan: OoxmlScan): Promise<{ readonly segments: readonly Segment[]; finish(): Promise<void> | void }>;
}

const ADDRESS_TYPES: ReadonlySet<string> = new Set(['hyperlink', 'hyperlinkTarget']);
/** What Word itself writes for a link that leads nowhere. */
const NOWHERE = 'NULL';

/** Reads a package of Office Open XML. */
export function createOoxmlScanner(format: OoxmlFormat): PackageScanner {
  return async (bytes, context) => {
    const pkg = await openPackage(bytes, context);
    const opc = await readOpc(pkg);
    const main = opc.linksFrom('').find(({ type, external }) => type === 'officeDocument' && !external);
    if (main === undefined || !pkg.has(main.target)) throw documentError('UNREADABLE_FILE');
    refuseUnlessSupported(opc, format, main.target);
    const policies = policiesOf(pkg, opc, format.policies);
    const scan: OoxmlScan = { pkg, opc, context, mainPart: main.target, policies };
    if (context.sweeper !== null) await clean(scan, format);

    const numbers = (await format.numbers?.(scan)) ?? new Map<string, number>();
    const inOrder = readingOrder(policies, numbers);
    const own = await format.readOwn?.(scan);
    const cleaner = context.sweeper === null ? null : format.createCleaner(scan);
    const texts = await readTexts(scan, cleaner, inOrder, numbers);
    const pictures = await readPictures(pkg, await pictureParts(scan, inOrder.keys(), numbers), context);
    const embedded: Embedded[] = [];
    for (const [name, { do: what }] of policies) {
      const read = what === 'embedded' && pkg.has(name) ? await readEmbedded(pkg, name, context) : null;
      if (read !== null) embedded.push(read);
    }
    return {
      segments: [
        ...(own?.segments ?? []),
        ...texts.segments,
        ...pictures.segments,
        ...texts.names,
        { part: { kind: 'property' }, pieces: addresses(scan) },
        ...embedded.flatMap(({ scanned }) =>
          scanned.segments.map(({ pieces }): Segment => ({ part: { kind: 'attachment' }, pieces })),
        ),
        ...texts.deleted,
      ],
      async finish() {
        await own?.finish();
        cleaner?.finish?.();
        const wroteEmbedded = await writeEmbedded(pkg, embedded, context);
        return wroteEmbedded || pkg.isChanged();
      },
      async write() {
        if (context.sweeper !== null) {
          await pictures.write();
          for (const [name, { do: what }] of policies) if (what === 'drawing') opc.removePart(name);
        }
        return await writeScanned(pkg, context, isPackageList);
      },
    };
  };
}

/** Templates, documents with macros and other kinds of documents have other content types. */
function refuseUnlessSupported(opc: Opc, { mainType }: OoxmlFormat, main: string): void {
  const type = opc.contentType(main);
  if (!mainType.test(type) || declaresMacros(new Set([type]), new Set())) throw documentError('UNSUPPORTED_TYPE');
}

/** Parts that can be reached from the package. */
function policiesOf(
  pkg: OfficePackage,
  opc: Opc,
  own: Readonly<Record<string, PartPolicy>>,
): ReadonlyMap<string, PartPolicy> {
  const policies = new Map<string, PartPolicy>();
  const queue: Link[] = [...opc.linksFrom('')];
  for (const { type, target, external } of queue) {
    if (external || policies.has(target) || !pkg.has(target) || isPackageList(target)) continue;
    const policy = isSvg(target) ? policyOf(type, target) : (own[type] ?? policyOf(type, target));
    policies.set(target, policy);
    queue.push(...opc.linksFrom(target));
  }
  return new Map([...policies].sort(([, a], [, b]) => readingRank(a) - readingRank(b)));
}

/** Takes out what is not kept, before anything is read, so that references to it can be taken out too. */
async function clean({ pkg, opc, context, policies }: OoxmlScan, format: OoxmlFormat): Promise<void> {
  const { report } = context;
  for (const name of pkg.names()) {
    if (isPackageList(name) || policies.has(name)) continue;
    // Nothing refers to it: a leftover of an earlier version.
    opc.removePart(name);
    report.cleaned('history');
  }
  for (const [name, policy] of policies) {
    if (policy.do === 'remove') {
      opc.removePart(name);
      report.cleaned(policy.kind);
    } else if (policy.do === 'empty') {
      pkg.replace(name, new Uint8Array());
      report.removed(policy.kind);
    } else if (policy.do === 'drawing') {
      // The part itself goes when the document is written: until then its text can be read.
      for (const link of opc.links) if (!link.external && link.target === name) opc.removeLink(link);
      report.removed('image_text');
    }
  }
  for (const link of opc.links) {
    if (!link.external || ADDRESS_TYPES.has(link.type) || opc.isRemoved(link)) continue;
    report.cleaned('external_reference');
    if ((format.policies[link.type] ?? policyOf(link.type, '')).do === 'remove') opc.removeLink(link);
    else link.part.edits.replace(link.targetRange.start, link.targetRange.end, NOWHERE);
  }
  for (const { type, target } of opc.linksFrom('')) {
    if (/^(?:core|extended)-properties$/.test(type) && pkg.has(target)) emptyRoot(await pkg.xml(target), context);
  }
}

/** Takes all properties out and leaves an empty list. */
function emptyRoot(part: XmlPart, { report }: ScanContext): void {
  let count = 0;
  walk(
    part.source,
    {},
    {
      close(element, { contentEnd }) {
        if (element.parent !== null) {
          count += element.parent.parent === null ? 1 : 0;
        } else part.edits.remove(element.openEnd, contentEnd);
      },
    },
  );
  report.cleaned('properties', count);
}

interface Texts {
  readonly segments: readonly Segment[];
  readonly names: readonly Segment[];
  readonly deleted: readonly Segment[];
}

/** Parts as they are read: slides by their numbers. */
function readingOrder(
  policies: ReadonlyMap<string, PartPolicy>,
  numbers: ReadonlyMap<string, number>,
): ReadonlyMap<string, PartPolicy> {
  return new Map(
    [...policies].sort(
      ([a, first], [b, second]) =>
        readingRank(first) - readingRank(second) || (numbers.get(a) ?? Infinity) - (numbers.get(b) ?? Infinity) || 0,
    ),
  );
}

async function readTexts(
  scan: OoxmlScan,
  cleaner: PartCleaner | null,
  inOrder: ReadonlyMap<string, PartPolicy>,
  numbers: ReadonlyMap<string, number>,
): Promise<Texts> {
  const { pkg, opc } = scan;
  const texts = { segments: [] as Segment[], names: [] as Segment[], deleted: [] as Segment[] };
  for (const [name, policy] of inOrder) {
    if (!pkg.has(name)) continue;
    if (policy.do === 'drawing' && isSvg(name)) {
      texts.segments.push({ part: { kind: policy.kind }, pieces: await drawingText(pkg, name) });
    }
    if (policy.do === 'keep' && cleaner !== null && isMarkup(name)) {
      const part = await pkg.xml(name);
      observeOnly(part, [...cleaner.observe(part), removeReferences(part, opc)]);
    }
    if (policy.do !== 'text') continue;
    const part = await pkg.xml(name);
    const observers = cleaner === null ? [] : [...cleaner.observe(part), removeReferences(part, opc)];
    const { body, fields, names, deleted } = readMarkup(part, combineObservers(observers));
    const number = numbers.get(name);
    const place: TextPlace['part'] = number === undefined ? { kind: policy.kind } : { kind: policy.kind, number };
    texts.segments.push({ part: place, pieces: body });
    texts.names.push({ part: place, pieces: fields }, { part: place, pieces: names });
    texts.deleted.push({ part: place, pieces: deleted });
  }
  return texts;
}

/** Text in an SVG file; one that cannot be read has none, and goes all the same. */
async function drawingText(pkg: OfficePackage, name: string): Promise<readonly Piece[]> {
  try {
    return readMarkup(await pkg.xml(name), null).body;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNREADABLE_FILE') return [];
    throw error;
  }
}

const isMarkup = (name: string): boolean => /\.(?:xml|vml)$/i.test(name);

function observeOnly(part: XmlPart, observers: readonly (ElementObserver | null)[]): void {
  const observer = combineObservers(observers);
  if (observer !== null) walk(part.source, OOXML_PREFIXES, observer);
}

/** Targets of hyperlinks, one per line. */
function addresses({ opc }: OoxmlScan): Piece[] {
  return opc.links.flatMap((link) => {
    const { external, type, targetRange } = link;
    // A link to a place in the document itself is often written without saying so.
    const leadsSomewhere = (external && link.target !== '') || targetRange.value.startsWith('#');
    if (!leadsSomewhere || !ADDRESS_TYPES.has(type)) return [];
    return [...visiblePieces(rangeNode(link.part, targetRange, ADDRESS_FORM)), PARAGRAPH_END];
  });
}
