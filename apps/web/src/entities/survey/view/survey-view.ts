import type { Answers, PublicSurvey } from '@steward/contracts/survey/answer'
import type { Localized, Question, Thanks } from '@steward/contracts/survey/definition'
import { nextPlace, pathOf } from '@steward/contracts/plain/survey/path'
import { inLanguage } from '@steward/contracts/plain/survey/text'
import { brandColors } from './brand-colors.ts'
import { element } from './element.ts'
import { controlOf, groupRole } from './question-control.ts'
import { directionOf, withNumbers, wordsIn } from './words.ts'

/** What is drawn of a survey. */
export type ShownSurvey = Pick<
  PublicSurvey,
  'type' | 'defaultLanguage' | 'questions' | 'thanks' | 'look' | 'answers'
>

/** Why answers were not taken; `fields` says which of them are wrong, by key of the question. */
export type SendFailure = { failure: 'failed' | 'busy' | 'closed' } | { fields: Record<string, string> }

/** Sends what was answered so far; resolves also when that failed. */
export type SendAnswers = (
  answers: Answers,
  isComplete: boolean,
) => Promise<{ thanks: Thanks | null } | SendFailure>

interface SurveyViewOptions {
  survey: ShownSurvey
  language: string
  /** A name for screen readers. */
  label: string
  theme?: 'light' | 'dark' | undefined
  send: SendAnswers
  /** Shows buttons that close the survey. */
  onClose?: (() => void) | undefined
  /** Called once, before the first thing is drawn that is no scale, and needs the further styles. */
  onFurther?: (() => void) | undefined
}

interface SurveyView {
  element: HTMLElement
  /** Draws in another language; answers stay. */
  setLanguage(language: string): void
}

let serial = 0

/** Draws a survey, one question after the other. It sends only when someone presses a button. */
export function createSurveyView(options: SurveyViewOptions): SurveyView {
  const { survey, send, onClose } = options
  const { questions, defaultLanguage } = survey
  const id = `sv${(serial += 1)}`
  const root = element('div', { class: 'sv', 'data-theme': options.theme })
  const { brand, onBrand } = brandColors(survey.look.color)
  root.style.setProperty('--sv-brand', brand)
  root.style.setProperty('--sv-on', onBrand)

  let language = options.language
  let answers: Answers = { ...survey.answers }
  let trail = [0]
  let redraw = (): void => drawQuestion(false)
  /** Answers leave in the order in which they were given. */
  let sending: Promise<unknown> = Promise.resolve()

  let hasFurther = false
  function needFurther(): void {
    if (!hasFurther) options.onFurther?.()
    hasFurther = true
  }

  const words = () => wordsIn(language)
  const say = (texts: Localized): string => inLanguage(texts, language, defaultLanguage)

  /** A way that was left by going back has no answers. */
  function onPath(): Answers {
    const keys = new Set(pathOf(questions, answers).map(({ key }) => key))
    return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)))
  }

  function show(children: readonly (Node | null)[], focus: HTMLElement | null): void {
    root.lang = language
    root.dir = directionOf(language)
    root.replaceChildren(...children.filter((child) => child !== null))
    focus?.focus({ preventScroll: true })
  }

  function closeButton(): HTMLElement | null {
    if (!onClose) return null
    const button = element('button', { type: 'button', class: 'x', 'aria-label': words().close }, '×')
    button.addEventListener('click', onClose)
    return button
  }

  function header(): HTMLElement {
    const path = pathOf(questions, answers)
    const place = path.findIndex(({ key }) => key === questions[trail.at(-1)!]?.key) + 1
    const progress = path.length > 1 ? withNumbers(words().progress, place, path.length) : ''
    return element('div', { class: 'top' }, element('div', {}, progress), closeButton())
  }

  function drawQuestion(takesFocus: boolean): void {
    const at = trail.at(-1)!
    const question = questions[at]
    if (!question) return
    redraw = () => drawQuestion(false)
    const askId = `${id}-ask`
    const helpId = `${id}-help`
    const faultId = `${id}-fault`
    const help = say(question.help)
    const describedBy = help ? `${helpId} ${faultId}` : faultId
    const control = controlOf(question, answers[question.key], {
      type: survey.type,
      language,
      fallback: defaultLanguage,
      words: words(),
      describedBy,
      labelledBy: askId,
    })
    const fault = element('div', { class: 'bad', id: faultId, role: 'alert' })
    const ask = captionOf(question, askId)
    const role = groupRole(question)
    if (role !== 'radiogroup') needFurther()
    const named = { role, 'aria-labelledby': askId, 'aria-describedby': describedBy }
    const body = element(
      'div',
      role ? named : {},
      ask,
      help && element('div', { class: 'help', id: helpId }, help),
      control.element,
    )
    const submit = element('button', { type: 'button', class: 'main' }, submitText(at))
    const bar = element('div', { class: 'bar' }, backButton(), submit)
    const form = element('div', { role: 'form', 'aria-label': options.label }, header(), body, fault, bar)
    form.addEventListener('input', () => {
      const value = control.read()
      answers = Object.fromEntries(Object.entries(answers).filter(([key]) => key !== question.key))
      if (value !== undefined) answers[question.key] = value
      submit.textContent = submitText(at)
    })
    const submitAnswer = (): void => {
      const isMissing = question.isRequired && answers[question.key] === undefined
      fault.textContent = control.fault() ?? (isMissing ? words().missing : '')
      if (fault.textContent) focusFirst(control.element)
      else void goOn(at, fault, submit)
    }
    submit.addEventListener('click', submitAnswer)
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || hasOwnEnter(event.target)) return
      // Else the key is a new line in the text of the next question.
      event.preventDefault()
      submitAnswer()
    })
    show([form], takesFocus ? (role ? ask : control.element) : null)
  }

  /** The last question, as far as the answers lead, has the button that sends. */
  const submitText = (at: number): string =>
    nextPlace(questions, at, answers) < questions.length ? words().next : words().send

  function captionOf(question: Question, askId: string): HTMLElement {
    const text = say(question.text)
    const optional = !question.isRequired && element('span', { class: 'opt' }, `(${words().optional})`)
    return element('div', { id: askId, tabindex: -1, class: 'ask' }, text, optional)
  }

  function backButton(): HTMLElement | null {
    if (trail.length < 2) return null
    const button = element('button', { type: 'button' }, words().back)
    button.addEventListener('click', () => {
      trail = trail.slice(0, -1)
      drawQuestion(true)
    })
    return button
  }

  async function goOn(at: number, fault: HTMLElement, submit: HTMLElement): Promise<void> {
    const next = nextPlace(questions, at, answers)
    if (next < questions.length) {
      const soFar = onPath()
      sending = sending.then(() => send(soFar, false))
      trail = [...trail, next]
      drawQuestion(true)
      return
    }
    if (submit.getAttribute('aria-disabled') === 'true') return
    submit.setAttribute('aria-disabled', 'true')
    await sending
    const sent = await send(onPath(), true)
    submit.removeAttribute('aria-disabled')
    if ('thanks' in sent) return drawThanks(sent.thanks)
    if ('failure' in sent) fault.textContent = words()[sent.failure]
    else drawFault(sent.fields)
  }

  /** Back to the first question whose answer was not taken. */
  function drawFault(fields: Record<string, string>): void {
    const at = questions.findIndex(({ key }) => fields[key] !== undefined)
    if (at >= 0) {
      trail = [...trail.filter((place) => place < at), at]
      drawQuestion(true)
    }
    const fault = root.querySelector('.bad')
    if (fault) fault.textContent = fields[questions[at]?.key ?? ''] ?? words().failed
  }

  function drawThanks(thanks: Thanks | null): void {
    redraw = () => drawThanks(thanks)
    needFurther()
    const text = thanks ? say(thanks.text) : ''
    const title = element('h2', { class: 'sv-title', tabindex: -1 })
    title.textContent = (thanks && say(thanks.title)) || words().thanks
    const link = thanks?.link
    const parts = [
      element('div', { class: 'top' }, element('span'), closeButton()),
      title,
      text ? element('p', {}, text) : null,
      link
        ? element(
            'a',
            { class: 'go', href: link.url, target: '_blank', rel: 'noopener noreferrer' },
            say(link.label) || link.url,
          )
        : null,
    ]
    show([element('div', { class: 'end' }, ...parts)], title)
  }

  drawQuestion(false)
  return {
    element: root,
    setLanguage(next) {
      language = next
      redraw()
    },
  }
}

/** Whether Enter means something else than the button that goes on: another button, or a new line. */
const hasOwnEnter = (target: EventTarget | null): boolean =>
  (target as HTMLElement).matches('button,textarea,select,a')

function focusFirst(control: HTMLElement): void {
  const isField = control.matches('input,textarea')
  const first = isField ? control : control.querySelector<HTMLElement>('input,[tabindex="0"]')
  first?.focus()
}
