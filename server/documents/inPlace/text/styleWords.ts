/** Words of the names that programs give to styles by themselves; they are English in every file. */
const WORDS = new Set(
  (
    'standard default font fonts paragraph style styles text body indent indented heading headings list bullet bullets numbering number numbers contents content index table ' +
    'caption header footer left right footnote footnotes endnote endnotes symbol anchor characters internet link visited frame graphics graphic ole formula label ' +
    'labels watermark marginalia first last line lines hanging start end cont cont. continued quotations preformatted horizontal sender addressee salutation ' +
    'signature complimentary close title subtitle illustration figure drawing object objects user bibliography separator page drop caps main entry emphasis strong ' +
    'source teletype variable definition example citation rubies vertical placeholder comment appendix block with without fill filled no and shadow arrow arrows ' +
    'dimension measure outline outlined background backgroundobjects notes note accent good bad neutral warning error hyperlink result result2 status graphics1 html letter landscape ' +
    'envelope convert master slide layout normal layouts layout1 controls controlsbackground blue red green yellow gray grey dark light black white fine dashed dots dot ' +
    'dash long short concave circle square double gradient linear radial axial empty solid hatch hatching degrees crossed triple blank centered centre center only over six ' +
    'two four to intro pivot category corner field inner value measurefield row column sheet report gradient pattern shapes lines textkörper ' +
    'toc plain annotation reference balloon revision grid no spacing intense subtle quote book macro message date web xml strict theme'
  ).split(' '),
);

/** Whether a style has a name that programs give by themselves, in OpenDocument with codes for other signs than letters. */
export const isGivenName = (name: string): boolean =>
  name
    .replace(/_[0-9a-f]{2,4}_/g, ' ')
    .split(/[\s()~\-_/]+|(?<=[a-zA-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/)
    .every((word) => !/\p{L}{2}/u.test(word) || WORDS.has(word.toLowerCase()));
