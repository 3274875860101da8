import type { Vocabulary } from './types.ts';

export const FRENCH: Vocabulary = Object.freeze({
  title:
    'm mr mme mmes mlle mlles mm monsieur madame mademoiselle messieurs mesdames dr docteur docteure pr professeur professeure me maître maitre mes veuve vve époux consorts famille abbé père frère soeur juge président présidente comte comtesse baron tonton tata tante oncle papi mamie mémé pépé feu',
  particle: 'de du des d la le les l van von der den el al ben bin st saint',
  relation:
    'mère père fils fille filles enfant enfants parents frère frères soeur soeurs mari femme épouse époux conjoint conjointe compagnon compagne concubin ami amie copain copine cousin cousine neveu nièce oncle tante beau-frère belle-soeur gendre voisin voisine voisins client cliente clients patient patiente témoin témoins demandeur demanderesse défendeur défenderesse requérant requérante appelant appelante intimé intimée prévenu prévenue accusé accusée plaignant plaignante victime locataire locataires bailleur bailleresse propriétaire vendeur vendeuse acquéreur acheteur débiteur débitrice créancier assuré assurée salarié salariée employé employée employeur gérant gérante directeur directrice secrétaire trésorier trésorière président présidente responsable associé associée collègue collaborateur collaboratrice stagiaire apprenti apprentie technicien technicienne chauffeur conducteur conductrice passager gardien gardienne médecin infirmier infirmière notaire avocat avocate huissier expert experte architecte comptable élève étudiant étudiante professeur maîtresse instituteur institutrice entraîneur joueur joueuse adhérent adhérente candidat candidate bénéficiaire titulaire défunt défunte héritier héritière curateur tuteur mandataire interprète gendarme brigadier livreur plombier maçon électricien chef contremaître bébé mamie papi sociétaire prénommé prénommée nommé nommée sieur dame compagnon',
  label:
    'nom noms prénom prénoms patronyme naissance usage patient patiente client cliente locataire bailleur demandeur demanderesse défendeur défenderesse assuré assurée souscripteur bénéficiaire titulaire contact interlocuteur interlocutrice responsable dossier suivi affaire rédacteur rédactrice rédaction auteur signataire signature signé de à cc cci expéditeur destinataire attention présents présent présente absents excusés excusé participants participant témoin conducteur propriétaire acquéreur vendeur salarié salariée employé technicien technicienne médecin traitant docteur infirmière élève parent parents mère père conjoint enfant représentant légal représentée représenté visa vu validé approuvé vérifié demandé établi appelant appelante interlocuteur secrétaire président présidente gérant gérante animateur animatrice formateur formatrice stagiaire candidat candidate adhérent adhérente relecture contrôle urgence chauffeur gardien intervenant intervenante exploitant mandataire prescripteur opérateur magasinier emprunteur passager réf référent référente',
  greeting:
    'bonjour bonsoir salut coucou cher chère chers chères merci cordialement bises bisous allô hello bravo désolé désolée',
  never:
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche je nous vous il elle ils elles on le la les un une des du de et ou mais si car donc or ni que qui quoi dont où ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs pas plus ne non oui objet date page article art annexe pièce tél tel fax mobile mail courriel facture devis contrat total euros euro eur tva siret siren rcs iban bic sas sarl sa sci cedex bp cs dans sur sous avec sans pour par entre vers chez depuis pendant avant après comme en au aux à est sont était a ont avait sera été fait code rue avenue appel dès veuillez selon suite lors cette tout toute tous toutes aucun aucune',
  organizationHead:
    'cabinet étude pharmacie clinique hôpital boulangerie pâtisserie boucherie charcuterie garage restaurant brasserie hôtel café bar école collège lycée crèche association amicale club société ets établissements entreprise maison librairie imprimerie menuiserie plomberie maçonnerie électricité transports taxi ambulances laboratoire centre résidence syndic copropriété ehpad fondation mutuelle banque caisse coopérative domaine château ferme auto-école agence studio atelier galerie théâtre compagnie union fromagerie traiteur optique salon institut groupe groupement comité fédération gaec scop selarl sarl sas sasu eurl sci scp chocolaterie carrosserie serrurerie imprimerie scierie pépinières vignobles cave',
  organizationTail:
    'associés avocats notaires assurances conseil consulting immobilier immobilière services transports distribution industrie bâtiment travaux frères fils filles père énergie logistique solutions expertise architectes patrimoine gestion mutuelles mutuelle traiteur voyages formation courtage',
  authority:
    'tribunal cour préfecture mairie ministère commune communauté département région conseil gendarmerie commissariat police caf cpam urssaf pôle rectorat académie parquet université chambre trésor direction inspection cnil',
  streetHead:
    'rue r avenue av ave boulevard bd bld bvd place pl chemin ch che impasse imp allée allées all quai croissant cours route rte square sq passage ruelle sentier faubourg fg fbg villa cité résidence lotissement lot rond-point esplanade promenade montée côte traverse clos hameau lieu-dit lieudit lieu-dit zone za zi zac zae parc voie venelle chaussée galerie rampe mail sente place parvis',
  streetTail: '',
  placeCue: 'à en près de vers dans chez au',
  residenceCue:
    'domicilié domiciliée domiciliés demeurant résidant résident né née nés fait habite habitant installé installée basé basée déménage déménagé originaire sise sis siège vit',
  placeLabel: 'ville commune lieu localité adresse résidence site agence quartier domicile secteur',
  organizationLabel:
    'société entreprise employeur raison client fournisseur école établissement banque assureur syndic bailleur locataire demandeur demanderesse défenderesse association cabinet raison sociale hôpital clinique transporteur chargeur exploitant mutuelle prestataire organisme maître ouvrage vendeur acheteur',
  conjunction: 'et ou',
  article: 'la le',
  naming: 'dit dite née né nommé nommée prénommé prénommée surnommé surnommée alias appelle veuve épouse divorcée',
});
