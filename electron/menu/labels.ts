import type { InterfaceLanguage } from '../../server/contract/languages.ts';

/** Words of menu, tray and dialogs of the shell. The page has its own translations; the shell needs these before the page is there. */
const de = {
  file: 'Datei',
  openFiles: 'Dokumente anonymisieren …',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  go: 'Gehe zu',
  anonymize: 'Anonymisieren',
  history: 'Verlauf',
  restore: 'Wiederherstellen',
  settings: 'Einstellungen',
  palette: 'Befehle …',
  lock: 'App sperren',
  show: 'Deckname anzeigen',
  quit: 'Deckname beenden',
  window: 'Fenster',
  help: 'Hilfe',
  dataFolder: 'Datenordner öffnen',
  documents: 'Dokumente',
  passphraseTitle: 'Passphrase für Deckname',
  passphraseCreate:
    'Dieses System hat keinen Schlüsselbund. Ihre Daten werden mit einer Passphrase verschlüsselt. Ohne sie lassen sie sich nicht wiederherstellen. Mindestens 10 Zeichen.',
  passphraseEnter: 'Geben Sie die Passphrase ein, mit der Ihre Daten verschlüsselt sind.',
  passphraseWrong: 'Das war nicht die richtige Passphrase. Bitte versuchen Sie es noch einmal.',
  passphraseLabel: 'Passphrase',
  passphraseRepeat: 'Passphrase wiederholen',
  passphraseMismatch: 'Die Eingaben stimmen nicht überein.',
  continue: 'Weiter',
  cancel: 'Abbrechen',
  startFailed: 'Deckname konnte nicht starten',
  keyUnavailable:
    'Der Schlüsselbund des Systems öffnet den Schlüssel Ihrer Daten nicht. Melden Sie sich mit dem Benutzerkonto an, mit dem Deckname eingerichtet wurde.',
  updateAvailable: 'Eine neue Version von Deckname ist verfügbar',
} as const;

/** Keys of the table; every language has all of them. */
export type ShellLabels = Readonly<Record<keyof typeof de, string>>;

const en: ShellLabels = {
  file: 'File',
  openFiles: 'Anonymize documents …',
  edit: 'Edit',
  view: 'View',
  go: 'Go',
  anonymize: 'Anonymize',
  history: 'History',
  restore: 'Restore',
  settings: 'Settings',
  palette: 'Commands …',
  lock: 'Lock the app',
  show: 'Show Deckname',
  quit: 'Quit Deckname',
  window: 'Window',
  help: 'Help',
  dataFolder: 'Open the data folder',
  documents: 'Documents',
  passphraseTitle: 'Passphrase for Deckname',
  passphraseCreate:
    'This system has no keyring. Your data are encrypted with a passphrase. Without it they cannot be recovered. At least 10 characters.',
  passphraseEnter: 'Enter the passphrase your data are encrypted with.',
  passphraseWrong: 'That was not the right passphrase. Please try again.',
  passphraseLabel: 'Passphrase',
  passphraseRepeat: 'Repeat the passphrase',
  passphraseMismatch: 'The two entries differ.',
  continue: 'Continue',
  cancel: 'Cancel',
  startFailed: 'Deckname could not start',
  keyUnavailable:
    'The keyring of this system does not open the key of your data. Log in with the user account that Deckname was set up with.',
  updateAvailable: 'A new version of Deckname is available',
};

const fr: ShellLabels = {
  file: 'Fichier',
  openFiles: 'Anonymiser des documents…',
  edit: 'Édition',
  view: 'Affichage',
  go: 'Aller à',
  anonymize: 'Anonymiser',
  history: 'Historique',
  restore: 'Restaurer',
  settings: 'Paramètres',
  palette: 'Commandes…',
  lock: 'Verrouiller l’application',
  show: 'Afficher Deckname',
  quit: 'Quitter Deckname',
  window: 'Fenêtre',
  help: 'Aide',
  dataFolder: 'Ouvrir le dossier de données',
  documents: 'Documents',
  passphraseTitle: 'Phrase secrète de Deckname',
  passphraseCreate:
    'Ce système n’a pas de trousseau de clés. Vos données sont chiffrées avec une phrase secrète. Sans elle, elles ne peuvent pas être récupérées. Au moins 10 caractères.',
  passphraseEnter: 'Saisissez la phrase secrète avec laquelle vos données sont chiffrées.',
  passphraseWrong: 'Ce n’était pas la bonne phrase secrète. Veuillez réessayer.',
  passphraseLabel: 'Phrase secrète',
  passphraseRepeat: 'Répéter la phrase secrète',
  passphraseMismatch: 'Les deux saisies diffèrent.',
  continue: 'Continuer',
  cancel: 'Annuler',
  startFailed: 'Deckname n’a pas pu démarrer',
  keyUnavailable:
    'Le trousseau du système n’ouvre pas la clé de vos données. Ouvrez une session avec le compte utilisé lors de l’installation de Deckname.',
  updateAvailable: 'Une nouvelle version de Deckname est disponible',
};

const es: ShellLabels = {
  file: 'Archivo',
  openFiles: 'Anonimizar documentos…',
  edit: 'Edición',
  view: 'Ver',
  go: 'Ir a',
  anonymize: 'Anonimizar',
  history: 'Historial',
  restore: 'Restaurar',
  settings: 'Ajustes',
  palette: 'Comandos…',
  lock: 'Bloquear la aplicación',
  show: 'Mostrar Deckname',
  quit: 'Salir de Deckname',
  window: 'Ventana',
  help: 'Ayuda',
  dataFolder: 'Abrir la carpeta de datos',
  documents: 'Documentos',
  passphraseTitle: 'Contraseña de Deckname',
  passphraseCreate:
    'Este sistema no tiene llavero de claves. Sus datos se cifran con una frase de contraseña. Sin ella no se pueden recuperar. Al menos 10 caracteres.',
  passphraseEnter: 'Introduzca la frase de contraseña con la que están cifrados sus datos.',
  passphraseWrong: 'La frase de contraseña no es correcta. Inténtelo de nuevo.',
  passphraseLabel: 'Frase de contraseña',
  passphraseRepeat: 'Repetir la frase de contraseña',
  passphraseMismatch: 'Las dos entradas no coinciden.',
  continue: 'Continuar',
  cancel: 'Cancelar',
  startFailed: 'Deckname no se ha podido iniciar',
  keyUnavailable:
    'El llavero del sistema no abre la clave de sus datos. Inicie sesión con la cuenta con la que se configuró Deckname.',
  updateAvailable: 'Hay una nueva versión de Deckname',
};

const it: ShellLabels = {
  file: 'File',
  openFiles: 'Anonimizza documenti…',
  edit: 'Modifica',
  view: 'Vista',
  go: 'Vai a',
  anonymize: 'Anonimizza',
  history: 'Cronologia',
  restore: 'Ripristina',
  settings: 'Impostazioni',
  palette: 'Comandi…',
  lock: 'Blocca l’app',
  show: 'Mostra Deckname',
  quit: 'Esci da Deckname',
  window: 'Finestra',
  help: 'Aiuto',
  dataFolder: 'Apri la cartella dei dati',
  documents: 'Documenti',
  passphraseTitle: 'Passphrase di Deckname',
  passphraseCreate:
    'Questo sistema non ha un portachiavi. I Suoi dati vengono cifrati con una passphrase. Senza di essa non possono essere recuperati. Almeno 10 caratteri.',
  passphraseEnter: 'Inserisca la passphrase con cui sono cifrati i Suoi dati.',
  passphraseWrong: 'La passphrase non è corretta. Riprovi.',
  passphraseLabel: 'Passphrase',
  passphraseRepeat: 'Ripeti la passphrase',
  passphraseMismatch: 'I due valori non coincidono.',
  continue: 'Continua',
  cancel: 'Annulla',
  startFailed: 'Impossibile avviare Deckname',
  keyUnavailable:
    'Il portachiavi del sistema non apre la chiave dei Suoi dati. Acceda con l’account con cui è stato configurato Deckname.',
  updateAvailable: 'È disponibile una nuova versione di Deckname',
};

const LABELS: Readonly<Record<InterfaceLanguage, ShellLabels>> = Object.freeze({ de, en, fr, es, it });

/** The language to use: the stored one, else the first supported one of the system's preferences, else English. */
export function shellLanguage(stored: InterfaceLanguage | null, preferred: readonly string[]): InterfaceLanguage {
  if (stored !== null) return stored;
  for (const tag of preferred) {
    const code = tag.slice(0, 2).toLowerCase();
    if (Object.hasOwn(LABELS, code)) return code as InterfaceLanguage;
  }
  return 'en';
}

export function shellLabels(language: InterfaceLanguage): ShellLabels {
  return LABELS[language];
}
