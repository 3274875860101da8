import { documentError } from '../../failures.ts';
import { createAuthorNames } from '../ooxml/authors.ts';
import { readEmbedded, writeEmbedded, type Embedded } from '../package/embedded.ts';
import { writeScanned } from '../package/finish.ts';
import { combineObservers } from '../ooxml/markup.ts';
import { openPackage, type OfficePackage } from '../package/officePackage.ts';
import { readPictures } from '../package/pictures.ts';
import type { PackageScanner, ScanContext } from '../package/scan.ts';
import { value, walk } from '../package/walk.ts';
import { createFormulas } from '../text/formulas.ts';
import { PARAGRAPH_END, visiblePieces, type Piece, type Segment } from '../text/pieces.ts';
import type { CleanedKind, TextPlace } from '../types.ts';
import { cleanOdf } from './clean.ts';
import { readOdfContent } from './content.ts';
import { ODF_PREFIXES } from './namespaces.ts';
import { createDrawingRemover, odfPictureParts } from './pictureParts.ts';
import { renameInOdfFormula } from './references.ts';
import { createSheetNames } from './sheetNames.ts';

const MIMETYPE = 'mimetype';
const MANIFEST = 'META-INF/manifest.xml';

/** Parts that are taken out, the more specific ones first. */
const REMOVED: readonly (readonly [RegExp, CleanedKind])[] = Object.freeze([
  [/^Thumbnails\//, 'thumbnail'],
  [/^META-INF\/.*signatures\.xml$/i, 'authors'],
  [/^(?:Basic|Scripts|Dialogs)\//, 'macro'],
  [/^(?:Versions\/|VersionList\.xml$)/, 'history'],
  [/^Configurations2\//, 'properties'],
  [/(?:^|\/)layout-cache$/, 'cache'],
  [/^ObjectReplacements\//, 'cache'],
  [/\.svm$/i, 'cache'],
  [/\.rdf$/, 'custom_xml'],
  [/^database\//, 'embedded_object'],
]);
/** Parts that are kept: the document's own, those of charts and other objects in it, pictures and fonts. */
const KEPT =
  /^(?:mimetype|META-INF\/manifest\.xml|(?:.+\/)?(?:content|styles|meta|settings)\.xml|(?:.+\/)?(?:Pictures|Fonts)\/[^/]+)$/;
const CONTENT = /(?:^|\/)(?:content|styles)\.xml$/;
const META = /(?:^|\/)meta\.xml$/;
/** Films and sounds. */
const MEDIA = /^(?:media|Media)\//;

/** Reads OpenDocument packages of one type (ODF 1.3 part 2). */
export function createOdfScanner(type: 'text' | 'spreadsheet' | 'presentation'): PackageScanner {
  const kind: TextPlace['part']['kind'] = type === 'text' ? 'body' : type === 'spreadsheet' ? 'sheet' : 'slide';
  return async (bytes, context) => {
    const pkg = await openPackage(bytes, context);
    await refuseUnlessSupported(pkg, type);
    if (context.sweeper !== null) await clean(pkg, context);
    const formulas = createFormulas(renameInOdfFormula);
    const sheetNames = createSheetNames();
    const nameOf = createAuthorNames();
    const texts = { segments: [] as Segment[], names: [] as Segment[], deleted: [] as Segment[] };
    const embedded: Embedded[] = [];
    const inOrder = inReadingOrder(pkg);
    const pictureParts = await odfPictureParts(pkg, inOrder);
    const removeDrawings = context.sweeper === null ? null : await createDrawingRemover(pkg, pictureParts);
    for (const name of inOrder) {
      if (isSettings(name) && context.sweeper !== null) {
        const part = await pkg.xml(name);
        walk(part.source, ODF_PREFIXES, cleanOdf(part, context.report, nameOf));
      } else if (CONTENT.test(name)) {
        const part = await pkg.xml(name);
        const observer =
          removeDrawings && combineObservers([cleanOdf(part, context.report, nameOf), removeDrawings(part)]);
        const place = name.includes('/') ? 'chart' : kind;
        const read = readOdfContent(part, place, {
          formulas,
          sheetNames,
          anonymize: context.sweeper !== null,
          observer,
        });
        for (const segment of read.segments) texts.segments.push(segment);
        texts.names.push({ part: { kind: 'property' }, pieces: read.names });
        for (const piece of read.deleted) texts.deleted.push(piece);
      } else if (isObject(name)) {
        const object = await readEmbedded(pkg, name, context);
        if (object !== null) embedded.push(object);
      }
    }
    const pictures = await readPictures(pkg, pictureParts, context);
    const literals = formulas.literals().flatMap((node): Piece[] => [...visiblePieces(node), PARAGRAPH_END]);
    return {
      segments: [
        ...texts.segments,
        ...pictures.segments,
        ...texts.names,
        { part: { kind: 'property' }, pieces: literals },
        ...embedded.flatMap(({ scanned }) =>
          scanned.segments.map(({ pieces }): Segment => ({ part: { kind: 'attachment' }, pieces })),
        ),
        ...texts.deleted,
      ],
      async finish() {
        formulas.finish(sheetNames.renames());
        const wroteEmbedded = await writeEmbedded(pkg, embedded, context);
        return wroteEmbedded || pkg.isChanged();
      },
      async write() {
        if (context.sweeper !== null) await pictures.write();
        return await writeScanned(pkg, context, (name) => name === MANIFEST);
      },
    };
  };
}

const isSettings = (name: string): boolean => /(?:^|\/)settings\.xml$/.test(name);
/** Objects of other programs lie in a file of their own. */
const isObject = (name: string): boolean => /^Object[^/]*$/.test(name);

/** The document before its styles, where headers and footers stand, before its objects. */
function inReadingOrder(pkg: OfficePackage): readonly string[] {
  const rank = (name: string): number => (name === 'content.xml' ? 0 : name === 'styles.xml' ? 1 : 2);
  return [...pkg.names()].sort((a, b) => rank(a) - rank(b));
}

async function refuseUnlessSupported(pkg: OfficePackage, type: string): Promise<void> {
  if (!pkg.has(MIMETYPE) || !pkg.has('content.xml')) throw documentError('UNREADABLE_FILE');
  const declared = Buffer.from(await pkg.bytes(MIMETYPE))
    .toString('latin1')
    .trim();
  if (declared !== `application/vnd.oasis.opendocument.${type}`) throw documentError('UNSUPPORTED_TYPE');
  if (!pkg.has(MANIFEST)) return;
  walk((await pkg.xml(MANIFEST)).source, ODF_PREFIXES, {
    open({ name }) {
      if (name === 'manifest:encryption-data') throw documentError('PASSWORD_PROTECTED');
    },
  });
}

/** Takes out what is not kept, with its entries in the manifest, and empties the properties. */
async function clean(pkg: OfficePackage, { report }: ScanContext): Promise<void> {
  const removed = new Set<string>();
  for (const name of pkg.names()) {
    const kind = REMOVED.find(([pattern]) => pattern.test(name))?.[1];
    if (kind !== undefined) {
      pkg.remove(name);
      removed.add(name);
      report.cleaned(kind);
    } else if (MEDIA.test(name)) {
      pkg.replace(name, new Uint8Array());
      report.removed('embedded_object');
    } else if (!KEPT.test(name) && !isObject(name)) {
      pkg.remove(name);
      removed.add(name);
      report.removed('embedded_object');
    }
  }
  for (const name of pkg.names()) if (META.test(name)) await emptyMeta(pkg, name, report);
  if (pkg.has(MANIFEST)) await cleanManifest(pkg, removed);
}

async function emptyMeta(pkg: OfficePackage, name: string, report: ScanContext['report']): Promise<void> {
  const { source, edits } = await pkg.xml(name);
  let count = 0;
  walk(source, ODF_PREFIXES, {
    close(element, { contentEnd }) {
      if (element.parent?.name === 'office:meta') count += 1;
      else if (element.name === 'office:meta') edits.remove(element.openEnd, contentEnd);
    },
  });
  report.cleaned('properties', count);
}

async function cleanManifest(pkg: OfficePackage, removed: ReadonlySet<string>): Promise<void> {
  const { source, edits } = await pkg.xml(MANIFEST);
  walk(source, ODF_PREFIXES, {
    close(element, { end }) {
      const path = value(element, 'full-path');
      if (path === undefined || path === '/') return;
      const isGone = path.endsWith('/') ? !pkg.names().some((name) => name.startsWith(path)) : removed.has(path);
      if (isGone) edits.remove(element.start, end);
    },
  });
}
