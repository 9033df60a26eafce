/**
 * The concepts behind words in headers, in the languages of common exports. Every word has one concept; a concept
 * in capitals is used by the patterns of targets, one in small letters only marks a word as known.
 */
const words: Readonly<Record<string, string>> = {
  ORG: `organization organisation organizations org orgs holding konzern organisatie organizacion organización
    organizzazione grupo gruppo grupa koncern`,
  ACC: `account accounts acct acc company companies co corp corporation firm firms business businesses enterprise
    customer customers cust client clients store stores shop merchant supplier suppliers vendor vendors kunde
    kunden kd debitor debitoren firma firmen unternehmen unternehmens konto lieferant société societe
    entreprise compte fournisseur empresa cliente clientes cuenta compañía compania proveedor azienda ditta
    bedrijf klant klanten leverancier gesellschaft kundin employer arbeitgeber employeur empleador werkgever
    bedrijfs företag foretag virksomhed bedrift kund kunder kundens klient klienta klienci kontrahent conta
    contas fornecedor leverantör leverandør dostawca debiteur crediteur debiteuren företags clientèle
    clientela licensee licencee buyer`,
  PER: `contact contacts person persons people user users member members lead leads visitor visitors employee
    employees individual respondent attendee subscriber recipient participant kontakt kontakte ansprechpartner
    mitarbeiter personne contacto persona contatto contactpersoon pessoa contato contatos osoba kontaktperson
    kontaktpersoner interlocuteur referente medarbejdere anställd användare gebruiker usuario usuário
    utilisateur utente respondents invitee`,
  DEAL: `deal deals opportunity opportunities opp opps oppty risk risks chance verkaufschance affaire oportunidad
    pipeline affär oportunidade oportunidades szansa trattativa opportunità opportunité opportunités kans
    kansen riesgo riesgos risque risques risiko risiken rischio rischi risco riscos ryzyko`,
  NAME: 'name names nm nom nombre nome naam bezeichnung namen denominazione navn namn nazwa',
  ID: `id ids identifier uuid guid uid gsid identificador kennung identifiant identyfikator identificatie`,
  NUMBER: 'number no nr num núm numero número nummer numéro # numer nro numéros núms',
  CODE: `code codes key keys ref réf reference référence referencia cd cód kürzel kuerzel schlüssel codigo código
    clé cle codice kod koda referentie`,
  EMAIL: 'email emails mail eml courriel correo mailadresse epost mejl',
  ADDRESS: `address addr adresse anschrift direccion dirección indirizzo adres electronic electronico electrónico
    endereço endereco adresa osoite adress`,
  PHONE: `phone phones telephone tel telefon telefonnummer fax mobile cell mobil handy téléphone telefono teléfono
    telefoon telefone tlf telefonnr komórka celular cellulare gsm móvil movil mobiel portable`,
  OWNER: `owner owners csm csms assignee assigned besitzer eigentümer inhaber betreuer propriétaire proprietario
    propietario responsable eigenaar owned responsible managed responsável responsabile verantwortlich
    verantwortlicher zuständig zuständiger sachbearbeiter bearbeiter gestionnaire conseiller gestor gestora
    gestore opiekun ansvarig ansvarlig ägare eier ejer accountmanager chargé chargée accountlead`,
  MANAGER: `manager mgr executive exec rep reps representative agent salesperson seller berater kundenberater gerente`,
  SALES: 'sales vertrieb ventes ventas',
  COMMERCIAL: `commercial comercial commerciale vertreter verkoper verkäufer kam agente advisor consultant`,
  SUCCESS: 'success relationship',
  STAGE: 'stage stages phase lifecycle lifecyclestage etapa étape',
  STATUS: 'status state statut estado stato',
  TYPE: 'type types typ kind category tipo categorie kategorie',
  PULSE: 'pulse sentiment mood',
  DESC: `description desc descr about notes note comments comment remarks remark summary overview beschreibung
    bemerkung bemerkungen notizen notiz kommentar descripcion descripción descrizione omschrijving remarque
    remarques commentaire commentaires observaciones notas anmerkung anmerkungen opmerkingen osservazioni bio
    background descrição descricao observações observacoes uwagi opis anteckningar anteckning notater
    bemærkninger bemærkning beskrivning beskrivelse bemerking notatki observations noter toelichting
    erläuterung erlaeuterung`,
  FIRST: `first given fname firstname forename vorname prénom prenom voornaam fornavn förnamn fornamn imię imie`,
  MIDDLE: 'middle mname',
  LAST: `last family surname lname lastname nachname familienname apellido apellidos cognome achternaam sobrenome
    nazwisko efternamn efternavn etternavn`,
  FULL: `full display complete legal official primary main current registered voller vollständiger completo
    completa complet complète volledige pełna fullständigt`,
  PARENT: `parent parents ultimate subsidiary mother mutter übergeordnete übergeordnetes übergeordneter
    uebergeordnete uebergeordnetes maison matriz padre überordnung moderbolag moederbedrijf mère mere moeder
    madre moedermaatschappij`,
  SUBJECT: `subject title topic betreff titel titre asunto titulo título betreft ämne emne temat assunto oggetto
    onderwerp`,
  EXTERNAL: 'external ext crm foreign unique legacy',
  TICKER: 'symbol ticker cik lei duns isin',
  DATE: `date dt datum fecha day time timestamp datetime at on until modified updated ts dato bis jusqu hasta til`,
  CREATED: `created create creation createdat createdon erstellt angelegt erstellungsdatum anlagedatum erfasst créé
    création cree creado creada creación creato creazione aangemaakt criado criada criação criacao skapad
    skapat oprettet opprettet utworzono utworzenia utworzony aanmaakdatum aanmaak entered dodania dodano`,
  SINCE: 'since seit depuis desde sinds sedan siden',
  START: `start starts started starting begin begins beginn beginning inicio início début debut inizio aanvang
    ingangs ingang`,
  END: 'end ends ended ending ende einde fin fim fine',
  EXPIRY: `expiry expires expire expiration ablauf échéance echeance scadenza vencimiento vencimento verloop validade`,
  RENEWAL: `renewal renewals renew renews verlängerung verlaengerung renouvellement renovación renovacion renovação
    renovacao rinnovo verlenging förnyelse fornyelse odnowienia odnowienie verlängerungs verlaengerungs
    verlengings vernieuwings fornyelses förnyelsedag`,
  CONTRACT: `contract contracts agreement vertrag vertrags contrat contrato contratto avtal kontrakt umowa umowy
    subscription subscriptions abo abonnement abonnements suscripción suscripcion assinatura abbonamento
    avtals kontrakts contractual`,
  TERM: 'term laufzeit',
  WEBSITE: 'website webseite internetseite homepage webpage hjemmeside hemsida',
  SITE: 'site sitio sito pagina página strona',
  VALID: 'valid gültig gueltig valable válido valido geldig giltig ważne',
  FROM: 'from ab dal vanaf från fra',
  LEVEL: 'level niveau nivå nivel livello',
  DETAIL: 'details detail info information',
  LINKED: 'associated related linked',
  record: 'record datensatz registro enregistrement',
  OF: 'of the de des du der die das del la le da do dos di van för af für fuer for von',
}

/** Words that say nothing about the meaning of a header. */
export const noise = new Set(
  'hs property properties profile attributes custom field is c 1 internal general additional utc gmt of the de des du der die das del la le da do dos di van för af for von'.split(
    ' ',
  ),
)

/** Words that other words are recognized by when a header runs them together. */
const joined = `billing shipping mailing postal post zip street city country county region province currency annual revenue income amount price cost total monthly yearly average avg
  percent pct rate count industry sector website web site url domain score rating modified last close start end renewal contract signed due year month founded established
  plan seats product service level priority channel campaign partner territory market segment size employees unit quantity discount email opt out username by to in for source record object system global latitude longitude active deleted
  expected forecast fiscal next step line item has opportunity book full username login user nick screen space work flow event record
  net gross unit list sale purchase order invoice payment contract value sector sub region branch office head staff turnover founded head quarter phone contact person
  position department role job mobile home work secondary other alternate billing next activity owner sub adressattyp`

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
