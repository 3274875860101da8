const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';

/** Namespaces of OpenDocument (OASIS ODF 1.3 part 3, 1.4) and of LibreOffice's additions, with their usual prefixes. */
export const ODF_PREFIXES: Readonly<Record<string, string>> = Object.freeze({
  [`${OASIS}:office:1.0`]: 'office',
  [`${OASIS}:style:1.0`]: 'style',
  [`${OASIS}:text:1.0`]: 'text',
  [`${OASIS}:table:1.0`]: 'table',
  [`${OASIS}:drawing:1.0`]: 'draw',
  [`${OASIS}:presentation:1.0`]: 'presentation',
  [`${OASIS}:chart:1.0`]: 'chart',
  [`${OASIS}:form:1.0`]: 'form',
  [`${OASIS}:script:1.0`]: 'script',
  [`${OASIS}:meta:1.0`]: 'meta',
  [`${OASIS}:config:1.0`]: 'config',
  [`${OASIS}:datastyle:1.0`]: 'number',
  [`${OASIS}:manifest:1.0`]: 'manifest',
  [`${OASIS}:svg-compatible:1.0`]: 'svg',
  [`${OASIS}:xsl-fo-compatible:1.0`]: 'fo',
  [`${OASIS}:dr3d:1.0`]: 'dr3d',
  [`${OASIS}:animation:1.0`]: 'anim',
  [`${OASIS}:smil-compatible:1.0`]: 'smil',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://openoffice.org/2009/office': 'officeooo',
  'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0': 'loext',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext',
});
