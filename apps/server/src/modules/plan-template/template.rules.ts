import { addDays } from '@steward/conditions'
import type { SavePlanTemplate, TemplateItem } from '@steward/contracts/success-plan/template'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { isRichText, mapTexts, readRichText, storedText } from '@steward/rich-text'
import { cutText } from '@steward/contracts/value'
import { planLimits } from '@steward/contracts/plain/success-plan'

/** What can be put into texts, by its name. */
export type Placeholders = Readonly<Record<(typeof placeholders)[number], string>>

export const placeholders = ['record.name', 'owner.name', 'start.date', 'due.date'] as const

const pattern = /\{\{\s*([^{}]*?)\s*\}\}/g

const isPlaceholder = (name: string): name is keyof Placeholders =>
  placeholders.some((known) => known === name)

/** The names between braces that no placeholder has. */
export const unknownIn = (text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name))

const filled = (text: string, values: Placeholders): string =>
  text.replaceAll(pattern, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))

/** A name with its placeholders filled in, cut to what a name can have. */
export const filledName = (name: string, values: Placeholders): string =>
  cutText(filled(name, values).replaceAll(/\s+/g, ' ').trim(), planLimits.name)

/** A stored text with its placeholders filled in: within a document only where it says something. */
export function filledText(stored: string | null, values: Placeholders): string | null {
  if (stored === null || !isRichText(stored)) return stored && filled(stored, values)
  const document = readRichText(stored)
  return document ? storedText(mapTexts(document, (text) => filled(text, values))) : stored
}

/** The faults of a template, by the paths of its form. */
export function faultsOf({
  planName,
  description,
  durationDays,
  items,
}: SavePlanTemplate): Record<string, string> {
  const faults: Record<string, string> = {}
  const checkText = (path: string, text: string | null) => {
    const [unknown] = unknownIn(text ?? '')
    if (unknown !== undefined) {
      faults[path] = `There is no placeholder ${unknown}. Use ${placeholders.join(', ')}.`
    }
  }
  const checkTask = (path: string, { title, dueDay }: { title: string; dueDay: number | null }) => {
    checkText(`${path}.title`, title)
    if (durationDays !== null && (dueDay ?? 0) > durationDays) {
      faults[`${path}.dueDay`] = 'It is due after the plan ends.'
    }
  }
  checkText('planName', planName)
  checkText('description', description)
  items.forEach((item, at) => {
    checkText(`items.${at}.name`, item.name)
    checkText(`items.${at}.description`, item.description)
    if (item.kind === 'NOTE') return
    if (item.kind === 'MILESTONE')
      item.tasks.forEach((task, nth) => checkTask(`items.${at}.tasks.${nth}`, task))
    const { startDay, dueDay } = item
    if (startDay !== null && dueDay !== null && dueDay < startDay) {
      faults[`items.${at}.dueDay`] = 'It is due on or after the day it starts.'
    } else if (durationDays !== null && (dueDay ?? startDay ?? 0) > durationDays) {
      faults[`items.${at}.dueDay`] = 'It ends after the plan does.'
    }
  })
  return faults
}

export const dayOf = (start: string, offset: number | null): string | null =>
  offset === null ? null : addDays(start, offset)

const dayLength = 86_400_000

/** Days from one to another; null before it. */
function offsetOf(start: string | null, day: string | null): number | null {
  if (start === null || day === null || day < start) return null
  return Math.round((Date.parse(day) - Date.parse(start)) / dayLength)
}

/** The first day that a plan names. */
function startOf({ startDate, items }: SuccessPlanDetail): string | null {
  const days = items.flatMap((item) =>
    item.kind === 'MILESTONE' || item.kind === 'KPI' ? [item.startDate, item.dueDate] : [],
  )
  return startDate ?? days.filter((day) => day !== null).toSorted()[0] ?? null
}

function itemOf(item: PlanItem, start: string | null, general: (text: string) => string): TemplateItem[] {
  if (item.isArchived || item.kind === 'FILE') return []
  const { description } = item
  if (item.kind === 'NOTE') return [{ kind: 'NOTE', name: general(item.name), description }]
  const days = { startDay: offsetOf(start, item.startDate), dueDay: offsetOf(start, item.dueDate) }
  if (item.kind === 'MILESTONE') {
    const tasks = item.tasks
      .filter(({ status }) => status !== 'ARCHIVED')
      .map(({ title, dueDate }) => ({ title: general(title), dueDay: offsetOf(start, dueDate) }))
    const { completesWithTasks } = item
    return [{ kind: 'MILESTONE', name: general(item.name), description, ...days, completesWithTasks, tasks }]
  }
  const { currentKpiValue: _, ...target } = item.targetDetails
  const sourceField = item.source.field
  return [{ kind: 'KPI', name: general(item.kpiName), description, ...days, ...target, sourceField }]
}

/** A template of a plan: its days are relative, and the name of its record is a placeholder. */
export function templateOf(plan: SuccessPlanDetail, name: string): SavePlanTemplate {
  const start = startOf(plan)
  const general = (text: string) =>
    plan.record.name === ''
      ? text
      : cutText(text.replaceAll(plan.record.name, '{{record.name}}'), planLimits.name)
  const items = plan.items.flatMap((item) => itemOf(item, start, general))
  const last = Math.max(
    0,
    ...items.map((item) => (item.kind === 'NOTE' ? 0 : (item.dueDay ?? item.startDay ?? 0))),
  )
  const duration = offsetOf(start, plan.dueDate)
  return {
    name,
    level: plan.record.level,
    planName: general(plan.name),
    description: plan.description,
    durationDays: duration === null ? null : Math.max(duration, last),
    items,
  }
}

/** Currencies of amounts that are not in use, by path. */
export function faultsOfCurrencies(
  { items }: Pick<SavePlanTemplate, 'items'>,
  activeIds: ReadonlySet<number>,
): Record<string, string> {
  const faults: Record<string, string> = {}
  items.forEach((item, at) => {
    if (item.kind !== 'KPI' || item.targetType !== 'currency' || item.currencyDefinitionId === null) return
    if (!activeIds.has(item.currencyDefinitionId)) {
      faults[`items.${at}.currencyDefinitionId`] = 'This currency is not in use. Choose another one.'
    }
  })
  return faults
}
