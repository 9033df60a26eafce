import type { Question } from '@steward/contracts/survey/definition'
import { boundsOfQuestion, inLanguage } from '@steward/contracts/plain/survey/text'
import type { AnswerValue } from '@steward/contracts/survey/answer'
import { surveyLimits, type SurveyType } from '@steward/contracts/plain/survey'
import { element } from './element.ts'
import { directionOf, withNumbers, type Words } from './words.ts'

export interface ControlContext {
  type: SurveyType
  language: string
  fallback: string
  words: Words
  /** The ids of what describes the control: the help, and the fault when there is one. */
  describedBy: string
  /** The id of the question, for controls that are named by it. */
  labelledBy: string
}

/** What a question is answered with. */
export interface Control {
  element: HTMLElement
  /** undefined: not answered. */
  read(): AnswerValue | undefined
  /** What is wrong with the value, in words; undefined: nothing. */
  fault(): string | undefined
}

type Option = { value: string; text: string }

const noFault = (): undefined => undefined

/** Marks the labels whose inputs are checked; `:has` is not known to every browser yet. */
function mark(group: HTMLElement): void {
  for (const input of group.querySelectorAll('input')) {
    input.parentElement?.classList.toggle('on', input.checked)
  }
}

function checkedIn(group: HTMLElement): string[] {
  return [...group.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value)
}

/** Radio buttons or check boxes; the keys of the browser work on them. */
function optionGroup(
  { kind, key }: { kind: 'radio' | 'checkbox'; key: string },
  options: readonly Option[],
  chosen: readonly string[],
): HTMLElement {
  // One is built, and the others are copies of it: on a page of a company every call of the browser counts.
  const first = element('label', {}, element('input', { type: kind, name: `sv-${key}` }))
  const labels = options.map(({ value, text }) => {
    const label = first.cloneNode(true) as HTMLLabelElement
    const input = label.firstChild as HTMLInputElement
    input.value = value
    if (chosen.includes(value)) input.checked = true
    label.append(text)
    return label
  })
  const group = element('div', { class: 'choices' }, ...labels)
  group.addEventListener('change', () => mark(group))
  if (chosen.length > 0) mark(group)
  return group
}

function ends(question: Question, { language, fallback }: ControlContext): HTMLElement | null {
  const low = inLanguage(question.lowLabel, language, fallback)
  const high = inLanguage(question.highLabel, language, fallback)
  if (!low && !high) return null
  return element('div', { class: 'ends' }, element('div', {}, low), element('div', {}, high))
}

/** Where a key leads among radio buttons; undefined for keys that lead nowhere. */
function placeAfter(key: string, at: number, { length }: readonly unknown[], isRightToLeft: boolean) {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward || key === 'ArrowDown') return (at + 1) % length
  if (key === backward || key === 'ArrowUp') return (at + length - 1) % length
  return key === ' ' ? at : undefined
}

/**
 * One row of radio buttons, of which one can be reached with Tab. Inputs of the browser would cost a page of a company more
 * than the rest of the survey.
 */
function scale(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const { min, max } = boundsOfQuestion(context.type, question) ?? {}
  const low = min ?? 0
  const high = max ?? surveyLimits.rating
  const isStars = question.type === 'rating'
  const group = element('div', { class: 'scale' })
  const radios: HTMLElement[] = []
  let chosen: number | undefined
  const choose = (at: number): void => {
    chosen = low + at
    radios.forEach((radio, place) => {
      radio.setAttribute('aria-checked', String(place === at))
      radio.setAttribute('tabindex', place === at ? '0' : '-1')
    })
  }
  const answerWith = (at: number): void => {
    choose(at)
    radios[at]?.focus()
    group.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (let value = low; value <= high; value += 1) {
    const name = isStars ? withNumbers(context.words.place, value, high) : undefined
    const tabindex = value === low ? 0 : -1
    const attributes = { role: 'radio', 'aria-checked': 'false', tabindex, 'aria-label': name }
    radios.push(element('div', attributes, isStars ? '★' : String(value)))
  }
  group.append(...radios)
  if (typeof answer === 'number') choose(answer - low)
  group.addEventListener('click', ({ target }) => {
    const at = radios.indexOf(target as HTMLElement)
    if (at >= 0) answerWith(at)
  })
  group.addEventListener('keydown', (event) => {
    const at = radios.indexOf(event.target as HTMLElement)
    const next = placeAfter(event.key, at, radios, directionOf(context.language) === 'rtl')
    if (at < 0 || next === undefined) return
    event.preventDefault()
    answerWith(next)
  })
  return { element: element('div', {}, group, ends(question, context)), read: () => chosen, fault: noFault }
}

function choice(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const many = question.type === 'multipleChoice'
  const options = question.options.map(({ key, text }) => ({
    value: key,
    text: inLanguage(text, context.language, context.fallback),
  }))
  const chosen = Array.isArray(answer) ? answer : [String(answer)]
  const shape = { kind: many ? 'checkbox' : 'radio', key: question.key } as const
  const group = optionGroup(shape, options, chosen)
  const read = (): AnswerValue | undefined => {
    const values = checkedIn(group)
    if (values.length === 0) return undefined
    return many ? values : values[0]
  }
  return { element: group, read, fault: noFault }
}

function consent(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const shape = { kind: 'checkbox', key: question.key } as const
  const options = [{ value: 'yes', text: context.words.agree }]
  const group = optionGroup(shape, options, answer === true ? ['yes'] : [])
  return { element: group, read: () => checkedIn(group).length > 0 || undefined, fault: noFault }
}

function boundsFault(value: number, question: Question, words: Words): string | undefined {
  const { min, max } = question
  if ((min === null || value >= min) && (max === null || value <= max)) return undefined
  if (min !== null && max !== null) return withNumbers(words.range, min, max)
  return min === null ? withNumbers(words.most, max!) : withNumbers(words.least, min)
}

function line(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const isNumber = question.type === 'number'
  const input = element('input', {
    class: 'line',
    type: isNumber ? 'number' : 'text',
    step: isNumber && 'any',
    maxlength: surveyLimits.shortAnswer,
    'aria-labelledby': context.labelledBy,
    'aria-describedby': context.describedBy,
  })
  input.value = answer === undefined ? '' : String(answer)
  const read = (): AnswerValue | undefined => {
    const text = input.value.trim()
    if (text === '') return undefined
    return isNumber ? Number(text) : text
  }
  const fault = (): string | undefined => {
    const value = read()
    return typeof value === 'number' ? boundsFault(value, question, context.words) : undefined
  }
  return { element: input, read, fault }
}

function longText(_question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const area = element('textarea', {
    maxlength: surveyLimits.longAnswer,
    'aria-labelledby': context.labelledBy,
    'aria-describedby': context.describedBy,
  })
  area.value = answer === undefined ? '' : String(answer)
  return { element: area, read: () => area.value.trim() || undefined, fault: noFault }
}

const makers: Readonly<Record<Question['type'], typeof scale>> = {
  score: scale,
  rating: scale,
  number: line,
  singleChoice: choice,
  multipleChoice: choice,
  shortText: line,
  longText,
  consent,
}

/** The control of a question, with the answer that was given before. */
export function controlOf(
  question: Question,
  answer: AnswerValue | undefined,
  context: ControlContext,
): Control {
  return makers[question.type](question, answer, context)
}

/** The role of controls that have a caption of their own for each part; the question is the caption of the group. */
export function groupRole({ type }: Question): 'group' | 'radiogroup' | undefined {
  if (type === 'score' || type === 'rating') return 'radiogroup'
  return type === 'number' || type === 'shortText' || type === 'longText' ? undefined : 'group'
}
