/** The part of transitional and of strict namespaces that is followed by the name of the vocabulary (ECMA-376 part 1, annex A). */
const TRANSITIONAL = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';

const both = (prefix: string, vocabulary: string, year = '2006'): readonly (readonly [string, string])[] => [
  [`${TRANSITIONAL}/${vocabulary.replace(/^([^/]+)/, `$1/${year}`)}`, prefix],
  [`${STRICT}/${vocabulary}`, prefix],
];

/** Namespaces of Office Open XML and of Microsoft's additions (MS-DOCX, MS-XLSX, MS-PPTX, MS-ODRAWXML), with their usual prefixes. */
export const OOXML_PREFIXES: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries([
    ...both('w', 'wordprocessingml/main'),
    ...both('a', 'drawingml/main'),
    ...both('wp', 'drawingml/wordprocessingDrawing'),
    ...both('xdr', 'drawingml/spreadsheetDrawing'),
    ...both('cdr', 'drawingml/chartDrawing'),
    ...both('pic', 'drawingml/picture'),
    ...both('c', 'drawingml/chart'),
    ...both('dgm', 'drawingml/diagram'),
    ...both('p', 'presentationml/main'),
    ...both('s', 'spreadsheetml/main'),
    ...both('m', 'officeDocument/math'),
    ...both('r', 'officeDocument/relationships'),
    ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
    ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
    ['http://schemas.microsoft.com/office/word/2012/wordml', 'w15'],
    ['http://schemas.microsoft.com/office/word/2018/wordml/cex', 'w16cex'],
    ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
    ['http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing', 'wp14'],
    ['http://schemas.microsoft.com/office/drawing/2008/diagram', 'dsp'],
    ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
    ['http://schemas.microsoft.com/office/powerpoint/2010/main', 'p14'],
    ['http://schemas.microsoft.com/office/powerpoint/2012/main', 'p15'],
    ['http://schemas.microsoft.com/office/powerpoint/2018/8/main', 'p188'],
    ['http://schemas.microsoft.com/office/spreadsheetml/2009/9/main', 'x14'],
    ['http://schemas.microsoft.com/office/spreadsheetml/2010/11/main', 'x15'],
    ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', 'tc'],
    ['http://schemas.microsoft.com/office/excel/2006/main', 'xm'],
    ['urn:schemas-microsoft-com:vml', 'v'],
    ['urn:schemas-microsoft-com:office:office', 'o'],
    ['urn:schemas-microsoft-com:office:excel', 'x'],
    ['urn:schemas-microsoft-com:office:word', 'w10'],
    ['urn:schemas-microsoft-com:office:powerpoint', 'pvml'],
  ]),
);
