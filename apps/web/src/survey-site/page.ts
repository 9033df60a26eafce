import {
  brandColors,
  chosenLanguage,
  createSurveyView,
  directionOf,
  element,
  firstStyles,
  furtherStyles,
} from '../entities/survey/index.ts'
import type { Answers, PublicSurvey } from '@steward/contracts/survey/answer'
import { surveyScales } from '@steward/contracts/plain/survey'
import { pageStyles } from './page-styles.ts'
import { pageWordsIn, sayName } from './page-words.ts'
import { addStyles } from './styled.ts'
import { readSurvey, senderOf, unsubscribe } from './survey-ask.ts'

/* The page of a survey, for people who need no sign-in: /survey/<token>. Opening it sends nothing. */

const [, , token = '', part] = location.pathname.split('/')
const isUnsubscribing = part === 'unsubscribe'
const wanted = [new URLSearchParams(location.search).get('language') ?? '', ...navigator.languages].filter(
  Boolean,
)
const main = element('main')

function show(title: string, ...children: readonly HTMLElement[]): void {
  document.title = title
  main.replaceChildren(...children)
}

/** A page that only says something. */
function message(language: string, title: string, text: string, ...more: readonly HTMLElement[]): void {
  document.documentElement.lang = language
  const card = element('div', { class: 'sv card' }, element('h1', { class: 'sv-title' }, title))
  card.append(element('p', {}, text), ...more)
  show(title, card)
}

/** The score that a button in an email names; it is only selected, and sent by a button of the page. */
function withScore({ type, questions, answers }: PublicSurvey): Answers | null {
  const text = new URLSearchParams(location.search).get('score')
  const scale = surveyScales[type]
  const question = questions.find((one) => one.type === 'score')
  if (!scale || !question || text === null || !/^\d{1,2}$/.test(text)) return answers
  const score = Number(text)
  return score < scale.min || score > scale.max ? answers : { ...answers, [question.key]: score }
}

/** A language in its own words: Deutsch. */
const ownName = (one: string) => new Intl.DisplayNames([one], { type: 'language' }).of(one) ?? one

function languageChoice(
  languages: readonly string[],
  language: string,
  label: string,
  onChange: (language: string) => void,
): HTMLElement {
  const options = languages.map((one) =>
    element('option', { value: one, selected: one === language, lang: one }, ownName(one)),
  )
  const select = element('select', { 'aria-label': label }, ...options)
  select.addEventListener('change', () => onChange(select.value))
  return select
}

function drawSurvey(survey: PublicSurvey): void {
  let language = chosenLanguage(wanted, survey.languages, survey.defaultLanguage)
  const place = { server: '', token, language: () => language }
  const view = createSurveyView({
    survey: { ...survey, answers: withScore(survey) },
    language,
    label: survey.name,
    send: senderOf(place, survey),
  })
  view.element.classList.add('card')
  const company = element('h1', { class: 'company' }, survey.company)
  const header = element('header', { class: 'sv' }, company)
  const speak = (next: string): void => {
    language = next
    document.documentElement.lang = next
    document.documentElement.dir = directionOf(next)
    document.title = sayName(pageWordsIn(next).title, survey.company)
    view.setLanguage(next)
  }
  if (survey.languages.length > 1) {
    header.append(languageChoice(survey.languages, language, pageWordsIn(language).language, speak))
  }
  show('', header, view.element)
  speak(language)
}

function drawUnsubscribing(language: string, company: string): void {
  const words = pageWordsIn(language)
  const say = (text: string) => sayName(text, company)
  const fault = element('p', { class: 'bad', role: 'alert' })
  const button = element('button', { class: 'main', type: 'button' }, words.unsubscribe)
  button.addEventListener('click', async () => {
    if (await unsubscribe('', token)) message(language, words.unsubscribed, say(words.unsubscribedText))
    else fault.textContent = words.unsubscribeFailed
  })
  message(
    language,
    words.unsubscribe,
    say(words.unsubscribeText),
    element('div', { class: 'bar' }, button),
    fault,
  )
}

async function open(): Promise<void> {
  const spoken = chosenLanguage(wanted, ['en', 'de', 'fr', 'es'], 'en')
  const words = pageWordsIn(spoken)
  const read = await readSurvey('', token)
  if (!('survey' in read)) {
    const isUnknown = read.failure === 'unknown'
    message(
      spoken,
      isUnknown ? words.unknown : words.unreachable,
      isUnknown ? words.unknownText : words.unreachableText,
    )
    return
  }
  const { survey } = read
  const { brand, onBrand } = brandColors(survey.look.color)
  document.documentElement.style.setProperty('--sv-brand', brand)
  document.documentElement.style.setProperty('--sv-on', onBrand)
  if (isUnsubscribing) drawUnsubscribing(spoken, survey.company)
  else if (survey.state === 'live') drawSurvey(survey)
  else {
    const why = survey.state === 'paused' ? 'paused' : 'closed'
    message(spoken, words[why], sayName(words[`${why}Text`], survey.company))
  }
}

addStyles(document, firstStyles, furtherStyles, pageStyles)
document.body.append(main)
void open()
