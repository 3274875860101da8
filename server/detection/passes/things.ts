import { fold } from '../characters.ts';
import type { Language } from '../../contract/languages.ts';

type ByLanguage = Readonly<Record<Language, ReadonlySet<string>>>;

const words = (lists: Readonly<Record<Language, string>>): ByLanguage =>
  Object.freeze({
    de: new Set(lists.de.split(' ').map(fold)),
    en: new Set(lists.en.split(' ').map(fold)),
    fr: new Set(lists.fr.split(' ').map(fold)),
    es: new Set(lists.es.split(' ').map(fold)),
    it: new Set(lists.it.split(' ').map(fold)),
  });

/**
 * Clothes, furniture, tools, instruments and materials: things that bear the name of their make and that nobody calls after their owner without "of". What somebody repairs,
 * delivers or keeps for somebody is not among them, because notes do call it after him: "chaudière Kowalczyk", "montre Kowalczyk".
 */
export const MADE_THINGS: ByLanguage = words({
  de: '',
  en: 'jacket coat trousers jeans trainers sneakers boots rucksack backpack helmet sunglasses guitar drill chainsaw worktop worktops tiles flooring handset bogie hob',
  fr: 'canapé matelas peinture enduit isolant panneau panneaux carrelage parquet stratifié moquette tuiles ardoises robinetterie mitigeur casque blouson pantalon chaussures baskets bottes perceuse scie tronçonneuse pneus guitare violon accordéon luminaire greffe plaque couteau',
  es: 'sofá colchón pintura aislante azulejo azulejos tarima parqué encimera grifo grifería sudadera chaqueta pantalón zapatillas botas casco taladro motosierra neumáticos guitarra violín violonchelo andamio maniquí luminaria espesante cuchillo',
  it: 'divano materasso vernice pittura isolante piastrelle parquet laminato rubinetteria giubbotto giacca pantaloni scarpe stivali casco trapano motosega pneumatici gomme chitarra violino armatura tasselli viti coltello',
});

/** Devices, machines and vehicles, which are also called after whose they are: only where a model is named behind the make. */
export const DEVICES: ByLanguage = words({
  de: 'heizung heizkessel kessel brenner therme wärmepumpe boiler fenster tonziegel dachziegel ziegel klinker unterspannbahn armatur backofen herd kochfeld kühlschrank gefrierschrank spülmaschine geschirrspüler waschmaschine trockner kaffeemaschine staubsauger ventil pumpe motor getriebe lüfter klimaanlage aufzug treppenlifter rollstuhl rollator hörgerät herzschrittmacher schrittmacher prothese implantat stent motorschiene ergometer ultraschall beamer projektor lautsprecher verstärker gitarre klavier helm bohrmaschine bohrhammer säge kettensäge rasenmäher bagger gabelstapler stapler kran presse drehmaschine fräse fräsmaschine kompressor steuerung sensor zähler wechselrichter akku auto wagen fahrzeug pkw lkw transporter anhänger traktor motorrad roller fahrrad boot yacht handy smartphone telefon laptop notebook rechner computer tablet drucker scanner kamera gerät switch router firewall gewehr pistole',
  en: 'boiler furnace oven cooker fridge freezer dishwasher tap radiator thermostat pump valve compressor lift stairlift wheelchair pacemaker stent implant prosthesis autoclave filler ventilator scanner printer projector speaker speakers amplifier microphone piano saw lawnmower mower excavator digger forklift crane lathe sensor inverter battery drone firewall router switch server laptop tablet camera phone mobile smartphone desktop computer notebook bicycle bike motorbike scooter car van truck lorry trailer tractor boat yacht rifle pistol',
  fr: 'chaudière chauffe-eau poêle brûleur radiateur climatiseur pompe vanne fenêtre fenêtres volet volets robinet évier four cuisinière réfrigérateur frigo congélateur lave-vaisselle lave-linge sèche-linge aspirateur cafetière ascenseur monte-escalier prothèse implant stent stimulateur pacemaker montre tondeuse tracteur pelleteuse chariot grue presse tour fraiseuse compresseur automate capteur compteur onduleur batterie moto vélo scooter imprimante copieur photocopieur pare-feu routeur piano échographe scanner voiture véhicule camion camionnette fourgon remorque bateau voilier yacht portable smartphone téléphone ordinateur tablette appareil fusil pistolet',
  es: 'caldera calentador estufa quemador radiador bomba válvula ventana ventanas horno placa vitrocerámica campana nevera frigorífico congelador lavavajillas lavadora secadora aspiradora cafetera ascensor salvaescaleras prótesis implante stent marcapasos reloj tractor excavadora carretilla grúa prensa torno fresadora compresor autómata sensor contador inversor batería impresora fotocopiadora etiquetadora cortafuegos router piano ecógrafo escáner respirador coche vehículo camión furgoneta remolque moto bicicleta bici barco velero yate móvil teléfono portátil ordenador tableta cámara equipo aparato escopeta fusil pistola',
  it: 'caldaia scaldabagno stufa bruciatore radiatore condizionatore pompa valvola finestra finestre infissi forno frigorifero frigo congelatore lavastoviglie lavatrice asciugatrice aspirapolvere ascensore montascale protesi stent pacemaker orologio trattore escavatore muletto gru pressa tornio fresa fresatrice compressore sensore contatore inverter batteria stampante fotocopiatrice firewall router pianoforte ecografo scanner ventilatore auto automobile vettura veicolo camion furgone rimorchio moto scooter bicicletta barca gommone cellulare telefono portatile computer tablet macchina apparecchio fucile pistola',
});

/** Places and things whose age is said of them as of a person: "das Haus ist 50 Jahre alt". */
export const AGEING_THINGS: ByLanguage = words({
  de: 'haus gebäude wohnung anlage dach bau anbau altbau neubau brücke maschine aufzug fahrstuhl schrank möbel teppich baum küche bad halle scheune server switch router software system vertrag verein firma unternehmen betrieb',
  en: 'house building flat roof bridge machine lift cupboard carpet tree kitchen bathroom hall barn server software system contract school club company firm charity church',
  fr: 'maison immeuble bâtiment appartement toit toiture faîtage pont machine ascenseur meuble tapis arbre cuisine salle grange serveur logiciel système contrat école club société entreprise association église camp',
  es: 'casa edificio piso vivienda tejado cubierta puente máquina ascensor mueble alfombra árbol cocina baño nave granero servidor sistema contrato colegio club empresa asociación iglesia instalación',
  it: 'casa edificio palazzo appartamento tetto ponte macchina ascensore mobile tappeto albero cucina bagno capannone fienile server sistema impianto contratto scuola società azienda ditta associazione chiesa bottiglia',
});

/** Animals, by kind; breeds are not among them, because some are also names. */
export const ANIMALS: ByLanguage = words({
  de: 'hund hündin rüde welpe katze kater kätzchen pferd stute hengst wallach pony fohlen esel kuh stier kalb ziege ziegenbock schaf widder lamm schwein sau eber hahn huhn henne gans ente papagei wellensittich kanarienvogel hamster meerschweinchen kaninchen schildkröte frettchen',
  en: 'dog bitch puppy cat kitten horse mare stallion gelding pony foal donkey cow bull calf goat sheep ram lamb pig sow boar cockerel hen goose duck parrot budgie canary hamster rabbit tortoise ferret',
  fr: 'chien chienne chiot chat chatte chaton cheval jument étalon hongre poney poulain âne ânesse vache taureau veau chèvre bouc brebis mouton bélier agneau cochon truie coq poule oie canard perroquet perruche canari hamster lapin lapine tortue furet',
  es: 'perro perra perrito perrita cachorro gato gata gatito gatita caballo yegua potro poni burro burra vaca toro ternero cabra oveja carnero cordero cerdo cerda gallo gallina ganso pato loro periquito canario hámster conejo coneja tortuga hurón',
  it: 'cane cagna cagnolino cagnolina cucciolo gatto gatta gattino gattina cavallo cavalla giumenta stallone puledro pony asino asina mucca vacca toro vitello capra pecora montone agnello maiale scrofa gallo gallina oca anatra pappagallo canarino criceto coniglio coniglia tartaruga furetto orso orsa',
});
