/** The words of the page around a survey. `#` stands for the company. */
const english = {
  title: 'Survey by #',
  language: 'Language',
  loading: 'Loading…',
  unknown: 'This survey is not available',
  unknownText: 'The link is incomplete, or the survey was deleted.',
  unreachable: 'The survey could not be loaded',
  unreachableText: 'Check your connection and load this page again.',
  paused: 'This survey is paused',
  pausedText: '# is not accepting answers at the moment. Please try again later.',
  closed: 'This survey is closed',
  closedText: '# no longer accepts answers to it. Thank you for your interest.',
  unsubscribe: 'Unsubscribe from surveys',
  unsubscribeText: '# will no longer send you surveys.',
  unsubscribed: 'You have unsubscribed',
  unsubscribedText: '# will no longer send you surveys.',
  unsubscribeFailed: 'That did not work. Check your connection and try again.',
}

export type PageWords = Readonly<typeof english>

const words: Readonly<Record<string, PageWords>> = {
  en: english,
  de: {
    title: 'Umfrage von #',
    language: 'Sprache',
    loading: 'Wird geladen…',
    unknown: 'Diese Umfrage ist nicht verfügbar',
    unknownText: 'Der Link ist unvollständig, oder die Umfrage wurde gelöscht.',
    unreachable: 'Die Umfrage konnte nicht geladen werden',
    unreachableText: 'Prüfen Sie die Verbindung und laden Sie die Seite neu.',
    paused: 'Diese Umfrage ist unterbrochen',
    pausedText: '# nimmt zurzeit keine Antworten an. Bitte versuchen Sie es später noch einmal.',
    closed: 'Diese Umfrage ist beendet',
    closedText: '# nimmt keine Antworten mehr an. Vielen Dank für Ihr Interesse.',
    unsubscribe: 'Von Umfragen abmelden',
    unsubscribeText: '# sendet Ihnen dann keine Umfragen mehr.',
    unsubscribed: 'Sie sind abgemeldet',
    unsubscribedText: '# sendet Ihnen keine Umfragen mehr.',
    unsubscribeFailed: 'Das hat nicht geklappt. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
  fr: {
    title: 'Enquête de #',
    language: 'Langue',
    loading: 'Chargement…',
    unknown: 'Cette enquête n’est pas disponible',
    unknownText: 'Le lien est incomplet ou l’enquête a été supprimée.',
    unreachable: 'L’enquête n’a pas pu être chargée',
    unreachableText: 'Vérifiez votre connexion et rechargez la page.',
    paused: 'Cette enquête est suspendue',
    pausedText: '# n’accepte pas de réponses pour le moment. Veuillez réessayer plus tard.',
    closed: 'Cette enquête est terminée',
    closedText: '# n’accepte plus de réponses. Merci de votre intérêt.',
    unsubscribe: 'Se désabonner des enquêtes',
    unsubscribeText: '# ne vous enverra plus d’enquêtes.',
    unsubscribed: 'Vous êtes désabonné',
    unsubscribedText: '# ne vous enverra plus d’enquêtes.',
    unsubscribeFailed: 'Cela n’a pas fonctionné. Vérifiez votre connexion et réessayez.',
  },
  es: {
    title: 'Encuesta de #',
    language: 'Idioma',
    loading: 'Cargando…',
    unknown: 'Esta encuesta no está disponible',
    unknownText: 'El enlace está incompleto o la encuesta se eliminó.',
    unreachable: 'No se pudo cargar la encuesta',
    unreachableText: 'Compruebe la conexión y vuelva a cargar la página.',
    paused: 'Esta encuesta está en pausa',
    pausedText: '# no acepta respuestas en este momento. Vuelva a intentarlo más tarde.',
    closed: 'Esta encuesta ha terminado',
    closedText: '# ya no acepta respuestas. Gracias por su interés.',
    unsubscribe: 'Darse de baja de las encuestas',
    unsubscribeText: '# no le enviará más encuestas.',
    unsubscribed: 'Se ha dado de baja',
    unsubscribedText: '# no le enviará más encuestas.',
    unsubscribeFailed: 'No se pudo completar. Compruebe la conexión e inténtelo de nuevo.',
  },
}

export const pageWordsIn = (language: string): PageWords => words[language.split('-', 1)[0] ?? ''] ?? english

/** A text with the name of the company, of which no sign means anything else. */
export const sayName = (text: string, company: string): string => text.replace('#', () => company)
