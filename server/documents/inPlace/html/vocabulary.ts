/** Elements that stand on lines of their own (WHATWG HTML, 15.3.3), and those that break a line. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
    'h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section select ' +
    'summary table tbody textarea tfoot thead title tr ul xmp ' +
    // Of drawings (SVG 2, 5.8 and 11.2).
    'text desc'
  ).split(' '),
);
export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
/** Elements that keep white space. */
export const PREFORMATTED: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp', 'plaintext']);

/** Elements whose content is no markup (WHATWG HTML, 13.2.5): what the tokenizer does after their start tag. */
export const CONTENT_MODES: Readonly<Record<string, 'RCDATA' | 'RAWTEXT' | 'SCRIPT_DATA' | 'PLAINTEXT'>> =
  Object.freeze({
    title: 'RCDATA',
    textarea: 'RCDATA',
    style: 'RAWTEXT',
    xmp: 'RAWTEXT',
    iframe: 'RAWTEXT',
    noembed: 'RAWTEXT',
    noframes: 'RAWTEXT',
    script: 'SCRIPT_DATA',
    plaintext: 'PLAINTEXT',
  });

/** Elements that are taken out with all they hold when a document is anonymized, and never read. */
export const REMOVED = Object.freeze({
  script: 'script',
  object: 'embedded_object',
  applet: 'embedded_object',
  iframe: 'embedded_object',
  audio: 'embedded_object',
  video: 'embedded_object',
  noembed: 'embedded_object',
  embed: 'embedded_object',
  frame: 'external_reference',
  base: 'external_reference',
  bgsound: 'external_reference',
  noframes: 'hidden_content',
  // Islands of data that programs put into pages they save.
  xml: 'hidden_content',
  // What drawing programs write into SVG about the work and its author (SVG 2, 5.9).
  metadata: 'properties',
  'sodipodi:namedview': 'properties',
} as const);
export const isRemoved = (name: string): name is keyof typeof REMOVED => Object.hasOwn(REMOVED, name);

/** Elements without content (WHATWG HTML, 13.1.2). */
export const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);

/** Attributes with words for people; the last ones are those of Word's tags for names and of its drawings. */
const TEXT_ATTRIBUTES =
  /^(?:alt|title|placeholder|value|label|summary|abbr|content|download|prompt|standby|datetime|itemid|aria-.*|data-.*|productid|string|o:title|xlink:title|o:signinginstructions|o:suggestedsigner\w*)$/;
/** Attributes whose addresses somebody follows by hand. */
const LINK_ATTRIBUTES = /^(?:href|action|formaction|cite|longdesc|xlink:href)$/;
/** Attributes whose addresses are fetched when a page is shown, or told of it. */
const FETCHED_ATTRIBUTES =
  /^(?:src|srcset|imagesrcset|background|poster|dynsrc|lowsrc|data|code|codebase|archive|classid|manifest|profile|ping|usemap|attributionsrc|o:href|r:href)$/;
/** Elements whose `href` is fetched. */
const FETCHING_ELEMENTS: ReadonlySet<string> = new Set(['link', 'image', 'use', 'feimage', 'script']);

/** What drawing programs note for themselves: names of files and layers. */
const EDITOR_ATTRIBUTES = /^(?:inkscape|sodipodi):/;

export type AttributeKind = 'text' | 'link' | 'fetched' | 'style' | 'script' | 'editor' | 'other';

export function attributeKind(element: string, attribute: string): AttributeKind {
  if (/^on[a-z]+$/.test(attribute) || attribute === 'srcdoc') return 'script';
  if (attribute === 'style') return 'style';
  if (EDITOR_ATTRIBUTES.test(attribute)) return 'editor';
  if (FETCHED_ATTRIBUTES.test(attribute)) return 'fetched';
  if (LINK_ATTRIBUTES.test(attribute)) return FETCHING_ELEMENTS.has(element) ? 'fetched' : 'link';
  return TEXT_ATTRIBUTES.test(attribute) ? 'text' : 'other';
}

/** Names of `meta` elements that tell of people and programs, as editors write them. */
const AUTHOR_NAMES =
  /^(?:(?:dc|dcterms)\.)?(?:author|creator|contributor|publisher|changedby|owner|manager|company|reply-to|last-author|web_author|designer|copyright)$/i;
const PROPERTY_NAMES =
  /^(?:(?:dc|dcterms)\.)?(?:generator|progid|originator|created|changed|created_time|changed_time|date|modified|issued|identifier)$/i;

/** What a `meta` element holds, when it is removed. */
export function metaKind(name: string): 'authors' | 'properties' | null {
  if (AUTHOR_NAMES.test(name)) return 'authors';
  return PROPERTY_NAMES.test(name) ? 'properties' : null;
}
