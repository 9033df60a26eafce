/** The words around the questions. `#` and `##` stand for numbers. */
const english = {
  next: 'Next',
  back: 'Back',
  send: 'Send',
  close: 'Close',
  optional: 'optional',
  missing: 'Please answer this question.',
  range: 'Enter a number from # to ##.',
  least: 'Enter a number of at least #.',
  most: 'Enter a number of at most #.',
  progress: 'Question # of ##',
  place: '# of ##',
  thanks: 'Thank you!',
  failed: 'Your answer could not be sent. Check your connection and try again.',
  busy: 'Too many answers at the moment. Try again in a minute.',
  agree: 'I agree',
  closed: 'This survey no longer accepts answers.',
}

export type Words = Readonly<typeof english>

const words: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    next: 'Weiter',
    back: 'Zurück',
    send: 'Senden',
    close: 'Schließen',
    optional: 'freiwillig',
    missing: 'Bitte beantworten Sie diese Frage.',
    range: 'Geben Sie eine Zahl von # bis ## ein.',
    least: 'Geben Sie eine Zahl ab # ein.',
    most: 'Geben Sie eine Zahl bis # ein.',
    progress: 'Frage # von ##',
    place: '# von ##',
    thanks: 'Vielen Dank!',
    failed:
      'Ihre Antwort konnte nicht gesendet werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    busy: 'Zu viele Antworten im Moment. Versuchen Sie es in einer Minute erneut.',
    agree: 'Ich stimme zu',
    closed: 'Diese Umfrage nimmt keine Antworten mehr an.',
  },
  fr: {
    next: 'Suivant',
    back: 'Retour',
    send: 'Envoyer',
    close: 'Fermer',
    optional: 'facultatif',
    missing: 'Veuillez répondre à cette question.',
    range: 'Saisissez un nombre de # à ##.',
    least: 'Saisissez un nombre d’au moins #.',
    most: 'Saisissez un nombre d’au plus #.',
    progress: 'Question # sur ##',
    place: '# sur ##',
    thanks: 'Merci !',
    failed: 'Votre réponse n’a pas pu être envoyée. Vérifiez votre connexion et réessayez.',
    busy: 'Trop de réponses en ce moment. Réessayez dans une minute.',
    agree: 'J’accepte',
    closed: 'Cette enquête n’accepte plus de réponses.',
  },
  es: {
    next: 'Siguiente',
    back: 'Atrás',
    send: 'Enviar',
    close: 'Cerrar',
    optional: 'opcional',
    missing: 'Responda a esta pregunta.',
    range: 'Introduzca un número de # a ##.',
    least: 'Introduzca un número de al menos #.',
    most: 'Introduzca un número de # como máximo.',
    progress: 'Pregunta # de ##',
    place: '# de ##',
    thanks: '¡Gracias!',
    failed: 'No se pudo enviar su respuesta. Compruebe la conexión e inténtelo de nuevo.',
    busy: 'Demasiadas respuestas en este momento. Inténtelo de nuevo en un minuto.',
    agree: 'Acepto',
    closed: 'Esta encuesta ya no acepta respuestas.',
  },
  pt: {
    next: 'Seguinte',
    back: 'Voltar',
    send: 'Enviar',
    close: 'Fechar',
    optional: 'opcional',
    missing: 'Responda a esta pergunta.',
    range: 'Introduza um número de # a ##.',
    least: 'Introduza um número de pelo menos #.',
    most: 'Introduza um número de no máximo #.',
    progress: 'Pergunta # de ##',
    place: '# de ##',
    thanks: 'Obrigado!',
    failed: 'Não foi possível enviar a resposta. Verifique a ligação e tente novamente.',
    busy: 'Demasiadas respostas neste momento. Tente novamente dentro de um minuto.',
    agree: 'Concordo',
    closed: 'Este inquérito já não aceita respostas.',
  },
  it: {
    next: 'Avanti',
    back: 'Indietro',
    send: 'Invia',
    close: 'Chiudi',
    optional: 'facoltativo',
    missing: 'Risponda a questa domanda.',
    range: 'Inserisca un numero da # a ##.',
    least: 'Inserisca un numero non inferiore a #.',
    most: 'Inserisca un numero non superiore a #.',
    progress: 'Domanda # di ##',
    place: '# di ##',
    thanks: 'Grazie!',
    failed: 'Impossibile inviare la risposta. Controlli la connessione e riprovi.',
    busy: 'Troppe risposte in questo momento. Riprovi tra un minuto.',
    agree: 'Accetto',
    closed: 'Questo sondaggio non accetta più risposte.',
  },
  nl: {
    next: 'Volgende',
    back: 'Terug',
    send: 'Versturen',
    close: 'Sluiten',
    optional: 'optioneel',
    missing: 'Beantwoord deze vraag.',
    range: 'Voer een getal van # tot ## in.',
    least: 'Voer een getal van minstens # in.',
    most: 'Voer een getal van hoogstens # in.',
    progress: 'Vraag # van ##',
    place: '# van ##',
    thanks: 'Bedankt!',
    failed: 'Uw antwoord kon niet worden verstuurd. Controleer de verbinding en probeer het opnieuw.',
    busy: 'Te veel antwoorden op dit moment. Probeer het over een minuut opnieuw.',
    agree: 'Ik ga akkoord',
    closed: 'Deze enquête accepteert geen antwoorden meer.',
  },
}

const mainOf = (language: string): string => language.split('-', 1)[0]?.toLowerCase() ?? ''

/** Languages that are written from right to left. */
const rightToLeft = ' ar arc ckb dv fa he ps sd ug ur yi '

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.includes(` ${mainOf(language)} `) ? 'rtl' : 'ltr'

/** The words in a language, or in English where Steward has none in it. */
export const wordsIn = (language: string): Words => words[mainOf(language)] ?? english

/** Puts a number, or two, into a text. */
export const withNumbers = (text: string, first: number, second?: number): string =>
  text.replace('##', String(second)).replace('#', String(first))

/** The first of the wanted languages that a survey has, by its region or without it; else its own. */
export function chosenLanguage(
  wanted: readonly string[],
  languages: readonly string[],
  fallback: string,
): string {
  for (const one of wanted) {
    const found =
      languages.find((language) => language.toLowerCase() === one.toLowerCase()) ??
      languages.find((language) => mainOf(language) === mainOf(one))
    if (found) return found
  }
  return fallback
}
