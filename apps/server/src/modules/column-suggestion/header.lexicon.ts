/**
 * The concepts behind words in headers, in the languages of common exports. Every word has one concept; a concept
 * in capitals is used by the patterns of targets, one in small letters only marks a word as known.
 */
const words: Readonly<Record<string, string>> = {
  ORG: 'organization organisation organizations org orgs holding konzern organisatie organizacion organización organizzazione',
  ACC: `account accounts acct acc company companies co corp corporation firm firms business businesses enterprise customer customers cust client clients store stores shop merchant supplier suppliers vendor vendors
    kunde kunden kd debitor debitoren firma firmen unternehmen unternehmens konto lieferant société societe entreprise compte fournisseur empresa cliente clientes cuenta compañía compania proveedor azienda ditta bedrijf klant klanten leverancier gesellschaft kundin employer arbeitgeber employeur empleador werkgever`,
  PER: `contact contacts person persons people user users member members lead leads visitor visitors employee employees individual respondent attendee subscriber recipient participant
    kontakt kontakte ansprechpartner mitarbeiter personne contacto persona contatto contactpersoon`,
  DEAL: 'deal deals opportunity opportunities opp opps oppty risk risks chance verkaufschance affaire oportunidad pipeline',
  NAME: 'name names nm nom nombre nome naam bezeichnung namen denominazione',
  ID: 'id ids identifier uuid guid uid gsid identificador kennung identifiant',
  NUMBER: 'number no nr num núm numero número nummer numéro #',
  CODE: 'code codes key keys ref réf reference référence referencia cd cód kürzel kuerzel schlüssel codigo código clé cle',
  EMAIL: 'email emails mail eml courriel correo mailadresse',
  ADDRESS:
    'address addr adresse anschrift direccion dirección indirizzo adres electronic electronico electrónico',
  PHONE:
    'phone phones telephone tel telefon telefonnummer fax mobile cell mobil handy téléphone telefono teléfono telefoon',
  OWNER:
    'owner owners csm csms assignee assigned besitzer eigentümer inhaber betreuer propriétaire proprietario propietario responsable eigenaar',
  MANAGER: 'manager mgr executive exec rep reps representative agent salesperson seller',
  SALES: 'sales vertrieb ventes ventas',
  SUCCESS: 'success relationship',
  STAGE: 'stage stages phase lifecycle lifecyclestage etapa étape',
  STATUS: 'status state statut estado stato',
  TYPE: 'type types typ kind category tipo categorie kategorie',
  PULSE: 'pulse sentiment mood',
  DESC: `description desc descr about notes note comments comment remarks remark summary overview beschreibung bemerkung bemerkungen notizen notiz kommentar
    descripcion descripción descrizione omschrijving remarque remarques commentaire commentaires observaciones notas anmerkung anmerkungen opmerkingen osservazioni bio background`,
  FIRST: 'first given fname firstname forename vorname prénom prenom voornaam',
  MIDDLE: 'middle mname',
  LAST: 'last family surname lname lastname nachname familienname apellido apellidos cognome achternaam',
  FULL: 'full display complete legal official primary main current registered voller vollständiger',
  PARENT:
    'parent parents ultimate subsidiary mother mutter übergeordnete übergeordnetes übergeordneter uebergeordnete uebergeordnetes maison',
  SUBJECT: 'subject title topic betreff titel titre asunto titulo título',
  EXTERNAL: 'external ext crm foreign unique legacy',
  TICKER: 'symbol ticker cik lei duns isin',
  DATE: 'date dt datum fecha day time timestamp datetime at on since until modified updated',
  CREATED: `created create creation createdat createdon erstellt angelegt erstellungsdatum anlagedatum erfasst créé création cree creado creada creación
    creato creazione aangemaakt`,
  record: 'record datensatz registro enregistrement',
  OF: 'of the de des du der die das del la le für fuer for von',
}

/** Words that say nothing about the meaning of a header. */
export const noise = new Set(
  'hs property properties custom field is c 1 internal general additional utc gmt of the de des du der die das del la le for von'.split(
    ' ',
  ),
)

/** Words that other words are recognized by when a header runs them together. */
const joined = `billing shipping mailing postal post zip street city country county region province currency annual revenue income amount price cost total monthly yearly average avg
  percent pct rate count industry sector website web site url domain score rating modified last close start end renewal contract signed due year month founded established
  plan seats product service level priority channel campaign partner territory market segment size employees unit quantity discount email opt out username by to in for source record object system global latitude longitude active deleted
  expected forecast fiscal next step line item has opportunity book full username login user nick screen space work flow event record
  net gross unit list sale purchase order invoice payment contract value sector sub region branch office head staff turnover founded head quarter phone contact person
  position department role job mobile home work secondary other alternate billing next activity owner sub`

/** Words of two abbreviations, too short to be taken apart like longer ones. */
export const abbreviations: ReadonlyMap<string, readonly string[]> = new Map([['kdnr', ['kd', 'nr']]])

const conceptByWord = new Map(
  Object.entries(words).flatMap(([concept, list]) =>
    list.split(/\s+/).map((word) => [word, concept] as const),
  ),
)

const knownWords = new Set(
  [...conceptByWord.keys(), ...joined.split(/\s+/)].filter((word) => word.length > 1),
)

/** The concept that a word stands for, or the word. */
export function conceptOf(word: string): string {
  return conceptByWord.get(word) ?? word
}

export function isKnown(word: string): boolean {
  return knownWords.has(word)
}
