/** What a mail says beside the texts of the survey. */
interface InvitationWords {
  answer: string
  orOpen: string
  closing(company: string, address: string): string
}

const english: InvitationWords = {
  answer: 'Answer',
  orOpen: 'Or open this address:',
  closing: (company, address) =>
    `${company} asks you for your opinion. To get no more surveys, open ${address}`,
}

const words: Readonly<Record<string, InvitationWords>> = {
  en: english,
  de: {
    answer: 'Antworten',
    orOpen: 'Oder öffnen Sie diese Adresse:',
    closing: (company, address) =>
      `${company} bittet Sie um Ihre Meinung. Wenn Sie keine Umfragen mehr erhalten möchten, öffnen Sie ${address}`,
  },
  fr: {
    answer: 'Répondre',
    orOpen: 'Ou ouvrez cette adresse :',
    closing: (company, address) =>
      `${company} vous demande votre avis. Pour ne plus recevoir d’enquêtes, ouvrez ${address}`,
  },
  es: {
    answer: 'Responder',
    orOpen: 'O abra esta dirección:',
    closing: (company, address) =>
      `${company} le pide su opinión. Para no recibir más encuestas, abra ${address}`,
  },
  pt: {
    answer: 'Responder',
    orOpen: 'Ou abra este endereço:',
    closing: (company, address) =>
      `${company} pede a sua opinião. Para não receber mais inquéritos, abra ${address}`,
  },
  it: {
    answer: 'Rispondi',
    orOpen: 'Oppure apra questo indirizzo:',
    closing: (company, address) =>
      `${company} chiede la Sua opinione. Per non ricevere altri sondaggi, apra ${address}`,
  },
  nl: {
    answer: 'Beantwoorden',
    orOpen: 'Of open dit adres:',
    closing: (company, address) =>
      `${company} vraagt u om uw mening. Wilt u geen enquêtes meer ontvangen, open dan ${address}`,
  },
}

/** The words in a language or its main language, else in English. */
export const invitationWordsIn = (language: string): InvitationWords =>
  words[language] ?? words[language.split('-', 1)[0] as string] ?? english
