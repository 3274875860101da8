const COLORS = Object.freeze({
  dk1: '<a:sysClr val="windowText" lastClr="000000"/>',
  lt1: '<a:sysClr val="window" lastClr="FFFFFF"/>',
  dk2: '<a:srgbClr val="1F2937"/>',
  lt2: '<a:srgbClr val="F3F4F6"/>',
  accent1: '<a:srgbClr val="2563EB"/>',
  accent2: '<a:srgbClr val="0F766E"/>',
  accent3: '<a:srgbClr val="B45309"/>',
  accent4: '<a:srgbClr val="7C3AED"/>',
  accent5: '<a:srgbClr val="BE185D"/>',
  accent6: '<a:srgbClr val="475569"/>',
  hlink: '<a:srgbClr val="1D4ED8"/>',
  folHlink: '<a:srgbClr val="6D28D9"/>',
});

const fonts = (typeface: string): string => `<a:latin typeface="${typeface}"/><a:ea typeface=""/><a:cs typeface=""/>`;
const threeTimes = (xml: string): string => xml.repeat(3);
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = (width: number): string => `<a:ln w="${width}">${FILL}</a:ln>`;

/** A theme with every list that ECMA-376 part 1, 20.1.6.9 asks for: twelve colors, two fonts, three of each kind of style. */
export const THEME = [
  '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Deckname"><a:themeElements>',
  '<a:clrScheme name="Deckname">',
  ...Object.entries(COLORS).map(([name, color]) => `<a:${name}>${color}</a:${name}>`),
  '</a:clrScheme>',
  `<a:fontScheme name="Deckname"><a:majorFont>${fonts('Calibri')}</a:majorFont><a:minorFont>${fonts('Calibri')}</a:minorFont></a:fontScheme>`,
  '<a:fmtScheme name="Deckname">',
  `<a:fillStyleLst>${threeTimes(FILL)}</a:fillStyleLst>`,
  `<a:lnStyleLst>${line(6_350)}${line(12_700)}${line(19_050)}</a:lnStyleLst>`,
  `<a:effectStyleLst>${threeTimes('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst>`,
  `<a:bgFillStyleLst>${threeTimes(FILL)}</a:bgFillStyleLst>`,
  '</a:fmtScheme></a:themeElements></a:theme>',
].join('');
