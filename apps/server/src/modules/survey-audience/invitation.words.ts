/** What a mail says beside the texts of the survey. */
interface InvitationWords {
  answer: string
  orOpen: string
  /** Why they got the mail. */
  closing(company: string): string
  /** The link to get no more. */
  leave: string
}

const english: InvitationWords = {
  answer: 'Answer',
  orOpen: 'Or open this address:',
  closing: (company) => `${company} asks you for your opinion.`,
  leave: 'Unsubscribe from surveys',
}

const words: Readonly<Record<string, InvitationWords>> = {
  en: english,
  de: {
    answer: 'Antworten',
    orOpen: 'Oder öffnen Sie diese Adresse:',
    closing: (company) => `${company} bittet Sie um Ihre Meinung.`,
    leave: 'Von Umfragen abmelden',
  },
  fr: {
    answer: 'Répondre',
    orOpen: 'Ou ouvrez cette adresse :',
    closing: (company) => `${company} vous demande votre avis.`,
    leave: 'Se désabonner des enquêtes',
  },
  es: {
    answer: 'Responder',
    orOpen: 'O abra esta dirección:',
    closing: (company) => `${company} le pide su opinión.`,
    leave: 'Darse de baja de las encuestas',
  },
  pt: {
    answer: 'Responder',
    orOpen: 'Ou abra este endereço:',
    closing: (company) => `${company} pede a sua opinião.`,
    leave: 'Cancelar a subscrição de inquéritos',
  },
  it: {
    answer: 'Rispondi',
    orOpen: 'Oppure apra questo indirizzo:',
    closing: (company) => `${company} chiede la Sua opinione.`,
    leave: 'Non ricevere più sondaggi',
  },
  nl: {
    answer: 'Beantwoorden',
    orOpen: 'Of open dit adres:',
    closing: (company) => `${company} vraagt u om uw mening.`,
    leave: 'Afmelden voor enquêtes',
  },
}

/** The words in a language or its main language, else in English. */
export const invitationWordsIn = (language: string): InvitationWords =>
  words[language] ?? words[language.split('-', 1)[0] as string] ?? english
