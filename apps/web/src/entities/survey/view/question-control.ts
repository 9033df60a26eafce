import type { Question } from '@steward/contracts/survey/definition'
import { boundsOfQuestion, inLanguage } from '@steward/contracts/plain/survey/text'
import type { AnswerValue } from '@steward/contracts/survey/answer'
import { surveyLimits, type SurveyType } from '@steward/contracts/plain/survey'
import { element } from './element.ts'
import { withNumbers, type Words } from './words.ts'

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

type Option = { value: string; text: string; name?: string }

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
  { className, kind, key }: { className: string; kind: 'radio' | 'checkbox'; key: string },
  options: readonly Option[],
  chosen: readonly string[],
): HTMLElement {
  // One is built, and the others are copies of it: on a page of a company every call of the browser counts.
  const first = element('label', {}, element('input', { type: kind, name: `sv-${key}` }))
  const labels = options.map(({ value, text, name }) => {
    const label = first.cloneNode(true) as HTMLLabelElement
    const input = label.firstChild as HTMLInputElement
    input.value = value
    if (name) input.setAttribute('aria-label', name)
    if (chosen.includes(value)) input.checked = true
    label.append(text)
    return label
  })
  const group = element('div', { class: className }, ...labels)
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

function scale(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const { min, max } = boundsOfQuestion(context.type, question) ?? {}
  const low = min ?? 0
  const high = max ?? surveyLimits.rating
  const captions = ends(question, context)
  const stars = question.type === 'rating'
  const options = Array.from({ length: high - low + 1 }, (_, place) => {
    const value = String(low + place)
    const name = stars ? withNumbers(context.words.place, low + place, high) : undefined
    return { value, text: stars ? '★' : value, name }
  })
  const shape = { className: 'scale', kind: 'radio', key: question.key } as const
  const group = optionGroup(shape, options, answer === undefined ? [] : [String(answer)])
  const read = (): number | undefined => {
    const [value] = checkedIn(group)
    return value === undefined ? undefined : Number(value)
  }
  return { element: element('div', {}, group, captions), read, fault: noFault }
}

function choice(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const many = question.type === 'multipleChoice'
  const options = question.options.map(({ key, text }) => ({
    value: key,
    text: inLanguage(text, context.language, context.fallback),
  }))
  const chosen = Array.isArray(answer) ? answer : [String(answer)]
  const shape = { className: 'choices', kind: many ? 'checkbox' : 'radio', key: question.key } as const
  const group = optionGroup(shape, options, chosen)
  const read = (): AnswerValue | undefined => {
    const values = checkedIn(group)
    if (values.length === 0) return undefined
    return many ? values : values[0]
  }
  return { element: group, read, fault: noFault }
}

function consent(question: Question, answer: AnswerValue | undefined, context: ControlContext): Control {
  const shape = { className: 'choices', kind: 'checkbox', key: question.key } as const
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

/** Whether the control has a caption of its own for each part, so that the question is the caption of the group. */
export const isGroup = ({ type }: Question): boolean =>
  type !== 'number' && type !== 'shortText' && type !== 'longText'
