/** What a word can do beside a name; bits, because one word may do several things. */
export const ROLE = Object.freeze({
  /** Stands before a name: Herr, Dr, Mme, Avv. */
  title: 1 << 0,
  /** Small word inside names: von, de la, van. */
  particle: 1 << 1,
  /** A person by kinship, trade or part in a matter, often directly before a name: Tochter, témoin, cliente. */
  relation: 1 << 2,
  /** Label of a field whose value is a person: Patient, Ansprechpartner, Cognome. */
  label: 1 << 3,
  /** Opens a message and is followed by a name: Liebe, Bonjour, Hola. */
  greeting: 1 << 4,
  /** Never part of a name although often written with a capital: months, weekdays, form words. */
  never: 1 << 5,
  /** First word of the name of a private organization: Kanzlei, Praxis, Cabinet. */
  organizationHead: 1 << 6,
  /** Last word of the name of a private organization: Partner, Associés, Solicitors, Verein. */
  organizationTail: 1 << 7,
  /** First word of a public authority or court: Amtsgericht, Tribunal, Comune. */
  authority: 1 << 8,
  /** Street word that stands before the name of the street: rue, calle, via. */
  streetHead: 1 << 9,
  /** Street word that stands after the name of the street: Road, Straße, Weg. */
  streetTail: 1 << 10,
  /** Preposition after which a place may stand: in, à, bei. */
  placeCue: 1 << 11,
  /** Verb or adjective that announces a place of residence or birth: wohnhaft, née à, residente. */
  residenceCue: 1 << 12,
  /** Label of a field whose value is a place: Ort, Ville, Localidad. */
  placeLabel: 1 << 13,
  /** Label of a field whose value is an organization: Firma, Société, Empresa. */
  organizationLabel: 1 << 14,
  /** Words that join two names: und, and, et, y, e. */
  conjunction: 1 << 15,
  /** Article before a surname or given name: der, la, il. */
  article: 1 << 16,
  /** Word after which the next name is that of a person: genannt, geborene, detto, alias. */
  naming: 1 << 17,
} as const);
