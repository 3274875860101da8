/** Invented texts. A form feed begins a new page. */

export const FRENCH_CONTRACT = `Entre les soussignés :

La société Atelier Verdier SARL, au capital de 20 000 euros, dont le siège social est situé 14, rue des Tanneurs, 69005 Lyon, représentée par sa gérante, Madame Hélène Verdier,
ci-après dénommée « le Prestataire »,

et

Monsieur Baptiste Lenoir, né le 3 février 1981, demeurant 27 bis, avenue Jean-Moulin, 38000 Grenoble, téléphone 06 39 98 12 45, courriel baptiste.lenoir@exemple.fr,
ci-après dénommé « le Client »,

il a été convenu ce qui suit.

Article 1. Objet
Le Prestataire réalise pour le Client la rénovation de deux fenêtres en chêne et le remplacement d'une porte d'entrée. Le devis numéro DV-2026-0418, accepté par Monsieur Lenoir le 12 mars 2026, fait partie du présent contrat.

Article 2. Délais
Les travaux commencent le 4 mai 2026 et s'achèvent au plus tard le 22 mai 2026. Le chef d'atelier, Monsieur Karim Benamar, est l'interlocuteur du Client pendant toute la durée du chantier.

Article 3. Prix
Le prix total s'élève à 6 480,00 euros toutes taxes comprises. Un acompte de 30 % est versé à la signature. Le solde est dû à la réception des travaux, par virement sur le compte suivant :
Titulaire : Atelier Verdier SARL
IBAN : FR14 2004 1010 0505 0001 3M02 606
\fArticle 4. Réception
La réception fait l'objet d'un procès-verbal signé par Monsieur Lenoir et par un représentant d'Atelier Verdier. En l'absence de Monsieur Lenoir, Madame Claire Lenoir est autorisée à signer pour lui.

Article 5. Garantie
Le Prestataire garantit ses ouvrages pendant deux ans. Toute réclamation est adressée par écrit à Madame Verdier, 14, rue des Tanneurs, 69005 Lyon.

Article 6. Données personnelles
Les coordonnées de Monsieur Lenoir sont utilisées uniquement pour l'exécution du contrat et ne sont pas transmises à des tiers.

Article 7. Litiges
En cas de désaccord, les parties recherchent d'abord une solution amiable avec l'aide de Maître Sylvie Caradec, médiatrice à Lyon.

Fait à Lyon, le 18 mars 2026, en deux exemplaires.

Hélène Verdier\t\t\t\tBaptiste Lenoir
`;

export const ITALIAN_LETTER = `Studio Dentistico Fontana
Dott.ssa Chiara Fontana
Via Garibaldi 48
50123 Firenze

Gentile Signora
Lucia Marchetti
Piazza del Carmine 7
50124 Firenze

Firenze, 9 aprile 2026

Oggetto: conferma dell'appuntamento

Gentile Signora Marchetti,

Le confermo l'appuntamento di giovedì 23 aprile 2026 alle ore 10.30 presso il
nostro studio. La visita sarà eseguita dal dottor Paolo Rinaldi, che conosce già
la Sua situazione.

La prego di portare con sé la tessera sanitaria e le radiografie dello scorso
anno. Se non può venire, telefoni al numero 055 0123456 oppure scriva a
segreteria@studiofontana.example almeno un giorno prima.

Il preventivo di 740 euro è valido fino al 30 giugno. Il pagamento può essere
fatto in due rate con bonifico:

IBAN: IT60 X054 2811 1010 0000 0123 456

Con i migliori saluti

Chiara Fontana
`;

export const ENGLISH_NOTE = `From: Margaret Ashdown
To: Daniel Okafor
Date: 14 April 2026
Subject: Onboarding of Priya Raman

Hi Daniel,

Priya Raman joins the Bristol office on Monday 4 May. Her manager will be Thomas Whitlock, and she takes over
the Harcastle & Dune account from Eleanor Price, who moves to Leeds at the end of the month.

What we still need from her:
  - a signed contract (sent to priya.raman@example.co.uk on 9 April)
  - her National Insurance number and bank details for payroll
  - an emergency contact; she gave her brother, Arjun Raman, on 07700 900142

Her laptop goes to her home address: Flat 3, 18 Kelmscott Road, Bristol BS6 7QT. Please ask Thomas to book the
induction with Samira from IT, badge number HD-20417.

Until her account is set up she can reach me on 0117 496 0321 or at margaret.ashdown@example.co.uk.

Thanks,
Margaret
`;

export const SPANISH_MINUTES = `# Acta de la reunión de vecinos

**Comunidad de Propietarios Calle Olmo 15**, Valencia, 26 de marzo de 2026

Asistentes:

- Carmen Ibáñez Soler, presidenta
- Javier Montero Gil, 2.º A
- Lucía Ferrer, 3.º B, representada por su hijo Andrés Ferrer
- Rafael Ortuño, administrador de la finca

## 1. Cuentas del año

El señor Ortuño presenta las cuentas. El saldo es de 4.812,30 euros en la cuenta ES91 2100 0418 4502 0005 1332.

## 2. Reparación del ascensor

Se acepta el presupuesto de la empresa Elevadores Turia S.L. La señora Ibáñez se encargará de hablar con su técnico,
Miguel Ángel Prats, en el teléfono 612 345 678.

## 3. Ruegos y preguntas

Javier Montero pide que los avisos se envíen también a javier.montero@ejemplo.es. Se aprueba.

La reunión termina a las 20.15 horas.

Carmen Ibáñez Soler
`;
