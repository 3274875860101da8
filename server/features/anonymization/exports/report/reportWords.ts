import type { RiskLevel } from '../../../../contract/documents.ts';
import type { Language } from '../../../../contract/common.ts';

/** Words of the audit report in one language. */
export interface ReportWords {
  readonly title: string;
  readonly job: string;
  readonly created: string;
  readonly completed: string;
  readonly reported: string;
  readonly document: string;
  readonly format: string;
  readonly plainText: string;
  readonly language: string;
  readonly words: string;
  readonly pages: string;
  readonly recognized: string;
  readonly masked: string;
  /** Between a category and its figures. */
  readonly mentions: string;
  readonly values: string;
  readonly nothing: string;
  readonly rejected: string;
  readonly added: string;
  readonly areas: string;
  readonly review: string;
  readonly account: string;
  readonly changes: string;
  readonly settings: string;
  readonly level: string;
  readonly off: string;
  readonly engine: string;
  readonly checksums: string;
  readonly input: string;
  readonly original: string;
  readonly anonymized: string;
  readonly risk: string;
  readonly riskLevel: Readonly<Record<RiskLevel, string>>;
  readonly visible: string;
  readonly uncertain: string;
  readonly note: string;
  readonly yes: string;
  readonly no: string;
}

export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = Object.freeze({
  de: {
    title: 'Prüfbericht zur Anonymisierung',
    job: 'Vorgang',
    created: 'Begonnen',
    completed: 'Abgeschlossen',
    reported: 'Bericht erstellt',
    document: 'Dokument',
    format: 'Format',
    plainText: 'Text',
    language: 'Sprache',
    words: 'Wörter',
    pages: 'Seiten',
    recognized: 'Texterkennung verwendet',
    masked: 'Ersetzte Angaben',
    mentions: 'Stellen',
    values: 'verschiedene Angaben',
    nothing: 'Nichts wurde ersetzt.',
    rejected: 'Funde, die eine Person stehen ließ',
    added: 'Stellen, die eine Person hinzufügte',
    areas: 'Flächen, die eine Person auf Seiten schwärzte',
    review: 'Durchsicht',
    account: 'Konto',
    changes: 'Änderungen nach der Erkennung',
    settings: 'Einstellungen',
    level: 'Schutzstufe',
    off: 'Nicht gesucht',
    engine: 'Erkennung',
    checksums: 'Prüfsummen (SHA-256)',
    input: 'Datei, wie sie kam',
    original: 'Text',
    anonymized: 'Anonymisierter Text',
    risk: 'Verbleibendes Risiko',
    riskLevel: { low: 'gering', medium: 'mittel', high: 'hoch' },
    visible: 'Noch lesbar',
    uncertain: 'Stellen, die nur die strenge Stufe ersetzen würde',
    note: 'Wer mehrere sichtbare Angaben wie Ort, Datum, Alter oder Arbeitgeber verbindet, kann eine Person womöglich erkennen. Diese Einschätzung hilft bei der Entscheidung, sie beweist nichts.',
    yes: 'ja',
    no: 'nein',
  },
  en: {
    title: 'Anonymization audit report',
    job: 'Job',
    created: 'Started',
    completed: 'Completed',
    reported: 'Report made',
    document: 'Document',
    format: 'Format',
    plainText: 'text',
    language: 'Language',
    words: 'Words',
    pages: 'Pages',
    recognized: 'Text recognition used',
    masked: 'Replaced values',
    mentions: 'mentions',
    values: 'different values',
    nothing: 'Nothing was replaced.',
    rejected: 'Finds that a person left as they are',
    added: 'Mentions that a person added',
    areas: 'Areas that a person blackened on pages',
    review: 'Review',
    account: 'Account',
    changes: 'Changes after detection',
    settings: 'Settings',
    level: 'Protection level',
    off: 'Not looked for',
    engine: 'Detection',
    checksums: 'Checksums (SHA-256)',
    input: 'File as it came',
    original: 'Text',
    anonymized: 'Anonymized text',
    risk: 'Remaining risk',
    riskLevel: { low: 'low', medium: 'medium', high: 'high' },
    visible: 'Still readable',
    uncertain: 'Places that only the strict level would replace',
    note: 'Somebody who combines several visible facts such as place, date, age or employer may recognize a person. This estimate helps to decide; it proves nothing.',
    yes: 'yes',
    no: 'no',
  },
  fr: {
    title: 'Rapport d’audit de l’anonymisation',
    job: 'Opération',
    created: 'Début',
    completed: 'Fin',
    reported: 'Rapport établi',
    document: 'Document',
    format: 'Format',
    plainText: 'texte',
    language: 'Langue',
    words: 'Mots',
    pages: 'Pages',
    recognized: 'Reconnaissance de texte utilisée',
    masked: 'Valeurs remplacées',
    mentions: 'mentions',
    values: 'valeurs différentes',
    nothing: 'Rien n’a été remplacé.',
    rejected: 'Résultats qu’une personne a laissés tels quels',
    added: 'Mentions ajoutées par une personne',
    areas: 'Zones noircies par une personne sur les pages',
    review: 'Relecture',
    account: 'Compte',
    changes: 'Modifications après la détection',
    settings: 'Réglages',
    level: 'Niveau de protection',
    off: 'Non recherché',
    engine: 'Détection',
    checksums: 'Sommes de contrôle (SHA-256)',
    input: 'Fichier reçu',
    original: 'Texte',
    anonymized: 'Texte anonymisé',
    risk: 'Risque restant',
    riskLevel: { low: 'faible', medium: 'moyen', high: 'élevé' },
    visible: 'Encore lisible',
    uncertain: 'Passages que seul le niveau strict remplacerait',
    note: 'En combinant plusieurs faits visibles (lieu, date, âge, employeur), quelqu’un pourrait reconnaître une personne. Cette estimation aide à décider, elle ne prouve rien.',
    yes: 'oui',
    no: 'non',
  },
  es: {
    title: 'Informe de auditoría de la anonimización',
    job: 'Proceso',
    created: 'Inicio',
    completed: 'Fin',
    reported: 'Informe emitido',
    document: 'Documento',
    format: 'Formato',
    plainText: 'texto',
    language: 'Idioma',
    words: 'Palabras',
    pages: 'Páginas',
    recognized: 'Reconocimiento de texto utilizado',
    masked: 'Datos sustituidos',
    mentions: 'menciones',
    values: 'datos distintos',
    nothing: 'No se sustituyó nada.',
    rejected: 'Hallazgos que una persona dejó como están',
    added: 'Menciones que una persona añadió',
    areas: 'Zonas que una persona tachó en las páginas',
    review: 'Revisión',
    account: 'Cuenta',
    changes: 'Cambios después de la detección',
    settings: 'Ajustes',
    level: 'Nivel de protección',
    off: 'No se buscó',
    engine: 'Detección',
    checksums: 'Sumas de comprobación (SHA-256)',
    input: 'Archivo recibido',
    original: 'Texto',
    anonymized: 'Texto anonimizado',
    risk: 'Riesgo restante',
    riskLevel: { low: 'bajo', medium: 'medio', high: 'alto' },
    visible: 'Aún legible',
    uncertain: 'Pasajes que solo el nivel estricto sustituiría',
    note: 'Quien combine varios datos visibles, como lugar, fecha, edad o empleador, quizá pueda reconocer a una persona. Esta estimación ayuda a decidir; no prueba nada.',
    yes: 'sí',
    no: 'no',
  },
  it: {
    title: 'Rapporto di verifica dell’anonimizzazione',
    job: 'Operazione',
    created: 'Inizio',
    completed: 'Fine',
    reported: 'Rapporto redatto',
    document: 'Documento',
    format: 'Formato',
    plainText: 'testo',
    language: 'Lingua',
    words: 'Parole',
    pages: 'Pagine',
    recognized: 'Riconoscimento del testo utilizzato',
    masked: 'Dati sostituiti',
    mentions: 'menzioni',
    values: 'dati diversi',
    nothing: 'Non è stato sostituito nulla.',
    rejected: 'Risultati che una persona ha lasciato invariati',
    added: 'Menzioni aggiunte da una persona',
    areas: 'Aree annerite da una persona sulle pagine',
    review: 'Revisione',
    account: 'Account',
    changes: 'Modifiche dopo il rilevamento',
    settings: 'Impostazioni',
    level: 'Livello di protezione',
    off: 'Non cercato',
    engine: 'Rilevamento',
    checksums: 'Somme di controllo (SHA-256)',
    input: 'File ricevuto',
    original: 'Testo',
    anonymized: 'Testo anonimizzato',
    risk: 'Rischio residuo',
    riskLevel: { low: 'basso', medium: 'medio', high: 'alto' },
    visible: 'Ancora leggibile',
    uncertain: 'Passaggi che solo il livello rigoroso sostituirebbe',
    note: 'Chi combina più dati visibili, come luogo, data, età o datore di lavoro, potrebbe riconoscere una persona. Questa stima aiuta a decidere, non dimostra nulla.',
    yes: 'sì',
    no: 'no',
  },
});
