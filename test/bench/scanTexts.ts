import type { Language } from '../../server/contract/common.ts';

/** Letters of a fictional landlord, as scanned pages for recognition; names and numbers are invented. */
export const SCAN_TEXTS: Readonly<Record<Language, string>> = Object.freeze({
  de: [
    'Sehr geehrte Frau Kordula Zwiebelfisch, vielen Dank für Ihr Schreiben vom 14. März 2026, in dem Sie uns die Vorfälle im Treppenhaus ausführlich schildern. Wir haben Ihre Angaben geprüft und mit dem Hausmeister, Herrn Jürgen Oßwald, besprochen.',
    'Die Anlage wird am Dienstag zwischen 8:30 und 11:00 Uhr gewartet. Während dieser Zeit fällt die Heizung aus; wir bitten um Verständnis. Größere Mängel melden Sie bitte unter der Telefonnummer 0171 5550123 oder schriftlich an die Lindenallee 17, 54321 Musterhausen.',
    'Die Abrechnung für das Jahr 2025 ergibt ein Guthaben von 184,37 €, das wir auf Ihr Konto DE02 1203 0000 0000 2020 51 überweisen. Einwände sind innerhalb von vier Wochen zu erheben, danach gilt die Abrechnung als anerkannt.',
    'Außerdem möchten wir daran erinnern, dass Fahrräder nicht im Flur abgestellt werden dürfen. Der Fluchtweg muss jederzeit frei bleiben, sonst haften die Mieter für die Folgen eines Unglücks.',
  ].join('\n\n'),
  en: [
    'Dear Ms Harriet Coverdale, thank you for your letter of 14 March 2026, in which you describe the incident on the stairs in detail. We have checked your statements and discussed them with the caretaker, Mr Owen Blackthorn.',
    'The boiler will be serviced on Tuesday between 8:30 and 11:00 am. During this time the heating will be off, and we ask for your patience. Please report larger defects by calling 020 7946 0123 or by writing to 17 Lime Avenue, London SW1A 1AA.',
    'The statement for the year 2025 shows a credit of £184.37, which we will transfer to your account GB29 NWBK 6016 1331 9268 19. Objections must be raised within four weeks; after that the statement is deemed to be accepted.',
    'We would also like to remind you that bicycles must not be kept in the hallway. The escape route has to be free at all times, otherwise the tenants are liable for the consequences of an accident.',
  ].join('\n\n'),
  fr: [
    'Chère Madame Hélène Châtaignier, nous vous remercions de votre lettre du 14 mars 2026, dans laquelle vous décrivez en détail l’incident survenu dans l’escalier. Nous avons vérifié vos déclarations et en avons parlé avec le gardien, M. François Lefèvre.',
    'La chaudière sera entretenue mardi entre 8 h 30 et 11 heures. Pendant ce temps, le chauffage sera coupé ; nous vous prions de nous en excuser. Veuillez signaler les défauts importants au 01 99 00 12 34 ou par écrit au 17, avenue des Tilleuls, 75001 Paris.',
    'Le décompte de l’année 2025 fait apparaître un crédit de 184,37 €, que nous virerons sur votre compte FR14 2004 1010 0505 0001 3M02 606. Toute objection doit être formulée dans les quatre semaines ; passé ce délai, le décompte est réputé accepté.',
    'Nous rappelons également que les vélos ne doivent pas être laissés dans le couloir. L’issue de secours doit rester libre à tout moment, sinon les locataires répondent des conséquences d’un accident.',
  ].join('\n\n'),
  es: [
    'Estimada señora Begoña Núñez: le agradecemos su carta del 14 de marzo de 2026, en la que describe con detalle el incidente ocurrido en la escalera. Hemos comprobado sus declaraciones y las hemos comentado con el conserje, don Íñigo Castañeda.',
    'La caldera se revisará el martes entre las 8:30 y las 11:00. Durante ese tiempo la calefacción estará apagada; rogamos disculpen las molestias. Comunique los defectos mayores al teléfono 910 123 456 o por escrito a la avenida de los Tilos, 17, 28001 Madrid.',
    'La liquidación del año 2025 arroja un saldo a su favor de 184,37 €, que transferiremos a su cuenta ES91 2100 0418 4502 0005 1332. Las objeciones deben presentarse en un plazo de cuatro semanas; después la liquidación se considera aceptada.',
    'También recordamos que no se pueden dejar bicicletas en el pasillo. La vía de evacuación debe quedar libre en todo momento; de lo contrario, los inquilinos responden de las consecuencias de un accidente.',
  ].join('\n\n'),
  it: [
    'Gentile signora Nicolò Bevilacqua, La ringraziamo per la Sua lettera del 14 marzo 2026, nella quale descrive in dettaglio l’incidente avvenuto sulle scale. Abbiamo verificato le Sue dichiarazioni e ne abbiamo parlato con il custode, il signor Daniele Forlì.',
    'La caldaia sarà controllata martedì tra le 8:30 e le 11:00. Durante questo periodo il riscaldamento resterà spento; ci scusiamo per il disagio. Segnali i difetti più gravi al numero 06 9876 5432 oppure per iscritto a viale dei Tigli 17, 00184 Roma.',
    'Il rendiconto dell’anno 2025 presenta un credito di 184,37 €, che verseremo sul Suo conto IT60 X054 2811 1010 0000 0123 456. Le obiezioni vanno presentate entro quattro settimane; dopo tale termine il rendiconto si considera accettato.',
    'Ricordiamo inoltre che le biciclette non possono essere lasciate nel corridoio. La via di fuga deve restare libera in ogni momento, altrimenti gli inquilini rispondono delle conseguenze di un incidente.',
  ].join('\n\n'),
});
