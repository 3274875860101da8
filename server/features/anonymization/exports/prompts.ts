import type { Language } from '../../../contract/common.ts';

/** Instructions for a language model that is given an anonymized text, in the language of the person who exports it. */
export const PROMPTS: Readonly<Record<Language, string>> = Object.freeze({
  de: `Hinweise für das Sprachmodell
Der folgende Text ist anonymisiert. Vertrauliche Angaben sind durch Platzhalter der Form [[Kategorie-Kennung]] ersetzt, zum Beispiel [[person-k3v9q2xd]]. Bitte beachte beim Bearbeiten:
1. Übernimm jeden Platzhalter genau so, wie er dasteht: mit beiden doppelten eckigen Klammern, in Kleinbuchstaben, ohne Leerzeichen oder Zeilenumbruch.
2. Übersetze, beuge, kürze oder formatiere Platzhalter nicht. Wo die Grammatik eine Endung verlangt, formuliere den Satz um.
3. Gleiche Platzhalter stehen für dieselbe Angabe. Stimmen die ersten sechs Zeichen der Kennung überein, bezeichnen die Platzhalter dieselbe Person oder Firma in verschiedenen Schreibweisen.
4. Erfinde keine neuen Platzhalter und ersetze keinen durch eine vermutete Angabe. Versuche nicht herauszufinden, wer oder was gemeint ist.
5. Lass einen Platzhalter nur weg, wenn auch die Angabe selbst wegfallen soll.
So lassen sich in deiner Antwort die ursprünglichen Angaben wieder einsetzen.`,
  en: `Instructions for the language model
The text below has been anonymized. Confidential details are replaced by placeholders of the form [[category-identifier]], for example [[person-k3v9q2xd]]. When you work with it:
1. Copy every placeholder exactly as it stands: with both pairs of square brackets, in lower case, without spaces or line breaks.
2. Do not translate, inflect, shorten or format placeholders. Where grammar would call for an ending, rephrase the sentence.
3. Equal placeholders stand for the same detail. Where the first six characters of the identifier agree, the placeholders name the same person or company in different spellings.
4. Do not invent placeholders and do not replace one by a guess. Do not try to find out who or what is meant.
5. Leave a placeholder out only where the detail itself should be left out.
This way the original details can be put back into your answer.`,
  fr: `Consignes pour le modèle de langage
Le texte ci-dessous est anonymisé. Les informations confidentielles y sont remplacées par des marqueurs de la forme [[catégorie-identifiant]], par exemple [[person-k3v9q2xd]]. Pour le traiter :
1. Reprenez chaque marqueur exactement tel quel : avec les deux paires de crochets, en minuscules, sans espace ni retour à la ligne.
2. Ne traduisez, n'accordez, n'abrégez et ne mettez en forme aucun marqueur. Si la grammaire l'exige, reformulez la phrase.
3. Des marqueurs identiques désignent la même information. Lorsque les six premiers caractères de l'identifiant coïncident, ils désignent la même personne ou la même entreprise sous des graphies différentes.
4. N'inventez aucun marqueur et n'en remplacez aucun par une supposition. Ne cherchez pas à deviner de qui ou de quoi il s'agit.
5. N'omettez un marqueur que si l'information elle-même doit disparaître.
Ainsi, les informations d'origine pourront être rétablies dans votre réponse.`,
  it: `Istruzioni per il modello linguistico
Il testo seguente è anonimizzato. I dati riservati sono sostituiti da segnaposto nella forma [[categoria-identificativo]], per esempio [[person-k3v9q2xd]]. Nell'elaborarlo:
1. Riporta ogni segnaposto esattamente com'è: con entrambe le coppie di parentesi quadre, in minuscolo, senza spazi né interruzioni di riga.
2. Non tradurre, declinare, abbreviare o formattare i segnaposto. Se la grammatica lo richiede, riformula la frase.
3. Segnaposto uguali indicano lo stesso dato. Se i primi sei caratteri dell'identificativo coincidono, i segnaposto indicano la stessa persona o azienda in grafie diverse.
4. Non inventare segnaposto e non sostituirne alcuno con una supposizione. Non cercare di scoprire a chi o a che cosa si riferiscono.
5. Tralascia un segnaposto solo se anche il dato stesso va tralasciato.
In questo modo sarà possibile reinserire i dati originali nella tua risposta.`,
  es: `Instrucciones para el modelo de lenguaje
El texto siguiente está anonimizado. Los datos confidenciales se han sustituido por marcadores con la forma [[categoría-identificador]], por ejemplo [[person-k3v9q2xd]]. Al trabajar con él:
1. Copia cada marcador exactamente como está: con los dos pares de corchetes, en minúsculas, sin espacios ni saltos de línea.
2. No traduzcas, flexiones, abrevies ni des formato a los marcadores. Si la gramática lo exige, reformula la frase.
3. Los marcadores iguales representan el mismo dato. Si los seis primeros caracteres del identificador coinciden, los marcadores nombran a la misma persona o empresa con distintas grafías.
4. No inventes marcadores ni sustituyas ninguno por una suposición. No intentes averiguar a quién o a qué se refieren.
5. Omite un marcador solo cuando deba omitirse el propio dato.
Así será posible restituir los datos originales en tu respuesta.`,
});
